// Adds to an article the player of a recording, behind the article's first picture. The page's own script
// writes the article, and writes another one when the reader goes on: so this looks again then.
let addedTo = '';
const add = () => {
  const article = location.pathname.replace(/\/$/, '').split('/documentation/')[1] ?? '', title = players[article];
  if (document.querySelector('.laplace-player') && addedTo === article) return;
  document.querySelector('.laplace-player')?.remove();
  const picture = title && document.querySelector('main .content img, main article img');
  if (!picture) return;
  addedTo = article;
  const player = document.createElement('details'), head = document.createElement('summary'), frame = document.createElement('iframe');
  player.className = 'laplace-player';
  player.style.margin = '1em 0';
  head.textContent = 'Play it: step, pick, drag, in this page';
  head.style.cursor = 'pointer';
  frame.title = `A recording of ${title.replaceAll('_', ' ')} as a player`;
  frame.style.cssText = 'width: 100%; height: 640px; border: 1px solid #8886; border-radius: 10px; margin-top: .6em';
  player.append(head, frame);
  // A player is as large as its engine: it is fetched when somebody wants it.
  player.ontoggle = () => { if (!frame.src) frame.src = `${base}/players/${title}.html`; };
  (picture.closest('figure, p') ?? picture).after(player);
};
new MutationObserver(add).observe(document.documentElement, { childList: true, subtree: true });
add();
