// Starts the script of the page, which is packed in it: half of what it would take.

(async () => {
  const text = document.getElementById('program').textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const script = document.createElement('script');
  script.textContent = await new Response(stream).text();
  document.head.append(script);
})().catch((error) => {
  const said = document.createElement('pre');
  said.id = 'failed';
  said.textContent = 'This page could not be unpacked, which takes a browser of 2023 or later: ' + error;
  document.getElementById('main').append(said);
  document.documentElement.dataset.ready = 'failed';
});
