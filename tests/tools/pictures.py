"""Compares the pictures of a page coarsely with those that are expected.

    pictures.py BROWSER PAGE EXPECTED [--dark] [--print] [--width N] [--first EXPRESSION]

A picture is a canvas, a drawing, or a table or list that draws with colours. Of each there is its name, how
much of it is ink (pixels that are not like most), and the mean colours of some cells. So it is found that a
picture is missing, blank or of other colours, but not that a letter has moved: fonts are not the same
everywhere. --first does something to the page before. With MCSIM_UPDATE_PICTURES in the environment EXPECTED
is written. The browser itself reads what it has photographed, on a page of its own.
"""
import argparse
import json
import os
import sys
import tempfile

from browser import Browser

COLUMNS, ROWS = 12, 5
CELL_OFF = 20  # of 255: how far a channel of a cell may be off
CELLS_OFF = 0.1  # the part of the cells that may be further off
INK_OFF = 0.15  # the part of the ink that may be missing, or be there in addition

PLACES = """[...document.querySelectorAll('canvas, svg, .heat, .bars, .intervals')].map((one) => {
  const {left, top, width, height} = one.getBoundingClientRect();
  const name = one.closest('.multiples') ? 'multiple' : '';
  const title = (one.closest('figure')?.querySelector('figcaption b') ||
      one.closest('section').querySelector('h2')).textContent;
  return {name: [title, name, one.localName].filter(Boolean).join(', '), x: left + scrollX,
    y: top + scrollY, width, height};
}).filter(({width, height}) => width > 0 && height > 0)"""

READ = """async (text, columns, rows) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  const {width, height} = image;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const {data} = pen.getImageData(0, 0, width, height);
  const often = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data[at] << 16 | data[at + 1] << 8 | data[at + 2];
    often.set(colour, (often.get(colour) || 0) + 1);
  }
  const [ground] = [...often].reduce((a, b) => b[1] > a[1] ? b : a);
  const cells = Array.from({length: columns * rows}, () => [0, 0, 0, 0]);
  let ink = 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    const at = 4 * (y * width + x);
    const cell = cells[Math.floor(y * rows / height) * columns + Math.floor(x * columns / width)];
    cell[3]++;
    let most = 0;
    for (let part = 0; part < 3; part++) {
      cell[part] += data[at + part];
      most = Math.max(most, Math.abs(data[at + part] - (ground >> 16 - 8 * part & 255)));
    }
    if (most > 40) ink++;
  }
  return {ink: ink / (width * height),
    cells: cells.map((cell) => [0, 1, 2].map((part) => Math.round(cell[part] / cell[3])))};
}"""


def photographed(asked):
    """[(name, ink, cells)] of the pictures of a page, and what is wrong with the page as a whole."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        browser = Browser(asked.browser, home)
        try:
            browser.open('about:blank')()
            reader = browser.session
            go = browser.open(asked.page)
            browser.look(asked.width, asked.dark)
            go()
            browser.wait_for("document.documentElement && document.documentElement.dataset.ready")
            if asked.first:
                browser.value(asked.first)
            # All of it is to be seen, so that no photograph resizes it, and pictures are drawn again.
            browser.look(asked.width, asked.dark, asked.print, height=browser.value(
                'document.documentElement.scrollHeight'))
            browser.value('new Promise((go) => setTimeout(go, 500)).then(() => 0)')
            wrong = []
            if browser.value('document.documentElement.scrollWidth > innerWidth'):
                wrong.append('the page is wider than the screen')
            found = []
            for place in browser.value(PLACES):
                shot = browser.call('Page.captureScreenshot', clip={
                    **{key: place[key] for key in ('x', 'y', 'width', 'height')}, 'scale': 1})
                page, browser.session = browser.session, reader
                seen = browser.value(f'({READ})({json.dumps(shot["data"])}, {COLUMNS}, {ROWS})')
                browser.session = page
                found.append((place['name'], seen['ink'], seen['cells']))
            return found, wrong
        finally:
            browser.close()


def written(found):
    text = ''
    for name, ink, cells in found:
        text += f'{name}\nink {ink:.4f}\n'
        for row in range(ROWS):
            text += ' '.join('%02x%02x%02x' % tuple(cell)
                             for cell in cells[row * COLUMNS:(row + 1) * COLUMNS]) + '\n'
    return text


def read(text):
    lines = text.splitlines()
    found = []
    for at in range(0, len(lines), ROWS + 2):
        cells = [tuple(bytes.fromhex(cell)) for line in lines[at + 2:at + 2 + ROWS]
                 for cell in line.split()]
        found.append((lines[at], float(lines[at + 1].split()[1]), cells))
    return found


def differences(expected, found):
    names, there = [[name for name, *_ in one] for one in (expected, found)]
    if names != there:
        return [f'pictures: {there}, expected {names}']
    wrong = []
    for (name, ink, cells), (_, ink_there, cells_there) in zip(expected, found):
        if abs(ink_there - ink) > INK_OFF * ink + 0.001:
            wrong.append(f'{name}: ink {100 * ink_there:.2f} %, expected {100 * ink:.2f} %')
        off = sum(max(abs(a - b) for a, b in zip(cell, other)) > CELL_OFF
                  for cell, other in zip(cells, cells_there))
        if off > CELLS_OFF * len(cells):
            wrong.append(f'{name}: {off} of {len(cells)} cells have another colour')
    return wrong


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('browser')
    arguments.add_argument('page')
    arguments.add_argument('expected')
    arguments.add_argument('--dark', action='store_true')
    arguments.add_argument('--print', action='store_true')
    arguments.add_argument('--width', type=int, default=1280)
    arguments.add_argument('--first')
    asked = arguments.parse_args()
    found, wrong = photographed(asked)
    if os.environ.get('MCSIM_UPDATE_PICTURES'):
        with open(asked.expected, 'w') as out:
            out.write(written(found))
    else:
        with open(asked.expected) as file:
            wrong += differences(read(file.read()), found)
    for one in wrong:
        print(f'{os.path.basename(asked.expected)}: {one}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
