/* Finds choices of a tree by words. Without this script, the tree opens branch by branch. */
(() => {
  'use strict'

  const words = (text) => text.toLowerCase().split(/[\s,，。、]+/).filter(Boolean)

  for (const tree of document.querySelectorAll('.choices')) {
    const leaves = [...tree.querySelectorAll('.leaf')].map((leaf) => {
      let text = leaf.textContent
      for (let around = leaf.parentElement.closest('.branch, .choice'); around; around = around.parentElement.closest('.branch, .choice')) {
        text += ' ' + around.querySelector(':scope > span, :scope > summary').textContent
      }
      return { leaf, text: text.toLowerCase() }
    })

    const label = document.createElement('label')
    label.className = 'choices-filter'
    const input = document.createElement('input')
    input.type = 'search'
    input.autocomplete = 'off'
    label.append(tree.dataset.filter, input)
    const found = document.createElement('p')
    found.className = 'choices-found'
    found.setAttribute('role', 'status')
    tree.prepend(label, found)

    const opened = new Set()
    input.addEventListener('input', () => {
      const wanted = words(input.value)
      let count = 0
      for (const { leaf, text } of leaves) {
        leaf.hidden = !wanted.every((word) => text.includes(word))
        if (!leaf.hidden) count += 1
      }
      for (const branch of tree.querySelectorAll('.branch')) branch.hidden = !branch.querySelector('.leaf:not([hidden])')
      for (const choice of tree.querySelectorAll('.choice')) {
        choice.hidden = !choice.querySelector('.leaf:not([hidden])')
        if (wanted.length > 0) {
          if (!choice.open) { choice.open = true; opened.add(choice) }
        } else if (opened.delete(choice)) choice.open = false
      }
      found.textContent = wanted.length === 0 ? '' : count === 0 ? tree.dataset.nothing : tree.dataset.found.replace('%', count)
    })
  }
})()
