// Unpacks the page's style, its elements and its scripts, and puts them in their places.
(async () => {
  try {
    if (!globalThis.DecompressionStream) throw new Error('this browser cannot unpack it: a newer one can');
    const element = document.getElementById('packed');
    const packed = new Blob([bytesOfWide(element.textContent)]).stream();
    const text = await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text();
    const [style, elements, script] = text.split('\0');
    const add = (parent, tag, text) => {
      const added = document.createElement(tag);
      added.textContent = text;
      parent.append(added);
    };
    element.remove();
    add(document.head, 'style', style);
    document.body.insertAdjacentHTML('afterbegin', elements);
    // A task of its own, as everything that follows: none may be long.
    await new Promise(done => setTimeout(done));
    add(document.body, 'script', script);
  } catch (error) {
    document.body.prepend('This page could not be shown: ' + error.message);
    document.documentElement.dataset.error = String(error.stack ?? error);
  }
})();
