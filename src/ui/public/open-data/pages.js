// Gives the pages beside the portal the theme chosen in it. Loaded before the first paint; if storage is blocked, the theme is dark.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {}
