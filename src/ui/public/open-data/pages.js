// Pages beside the portal wear the theme that was chosen in it. Loaded before anything is painted; blocked storage means dark.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light'
} catch {}
