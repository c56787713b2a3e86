// Says that the page lives. What else it tells comes with the adapter.
const portals = (document.currentScript?.dataset.portal ?? '').split(' ')
for (const portal of portals) {
  if (portal && parent !== window) parent.postMessage({ assay: 'start' }, portal)
}
