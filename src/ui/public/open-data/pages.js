// Gives the pages beside the portal the theme chosen in it. Loaded before the first paint; if storage is blocked, the theme is dark.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {}
// A list of contents is folded where it is above the text, and open beside it.
addEventListener('DOMContentLoaded', () => {
  for (const contents of document.querySelectorAll('.contents details'))
    contents.open = matchMedia('(min-width: 861px)').matches
})
