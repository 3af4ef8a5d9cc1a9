/* A button that prints the page as a handout. Without scripts the browser's own menu prints the same. */
for (const button of document.querySelectorAll('.print-page')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
