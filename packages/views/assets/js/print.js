// An address that ends in #print opens the print dialog once the page is complete, and not again when it is reloaded.
if (location.hash === '#print') {
  history.replaceState(history.state, '', location.pathname + location.search);
  if (document.readyState === 'complete') window.print();
  else addEventListener('load', () => window.print(), { once: true });
}
