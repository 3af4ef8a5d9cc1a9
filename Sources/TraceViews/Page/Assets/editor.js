/* Opens source lines in the reader's editor, through the server that the page comes from. */
document.addEventListener('click', async (event) => {
  const place = event.target.closest('[data-file]'), answer = document.querySelector('[data-editor]')
  if (!place || !answer) return
  event.preventDefault()
  const { file, line } = place.dataset, name = `${file.split('/').pop()}:${line}`
  answer.textContent = ''
  try {
    const query = new URLSearchParams({ file, line })
    const response = await fetch(`${answer.dataset.editor}?${query.toString().replaceAll('+', '%20')}`, { method: 'POST' })
    answer.textContent = response.ok ? `${name} is open in the editor.` : `${name} cannot be opened: ${(await response.text()).trim()}`
  } catch {
    answer.textContent = 'The server has ended. Start headwater open again.'
  }
})
