"""Opens a page in a headless browser, waits until it is drawn, and says what it holds.

    browser.py BROWSER PAGE [--dark] [--width N] [--print] [--shot FILE.png] [EXPRESSION]

prints the value of a JavaScript expression; --shot writes a picture of the whole page. It talks to the
browser by the DevTools protocol, over two pipes, with Python's own library only.
"""
import argparse
import base64
import json
import os
import subprocess
import sys
import tempfile
import time


class Browser:
    def __init__(self, program, home):
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()
        for wanted, end in ((3, to_read), (4, to_write)):
            os.set_inheritable(end, True)
        # The browser reads from its file 3 and writes to 4.
        shell = f'exec 3<&{to_read} 4>&{to_write}; exec "$@"'
        self.process = subprocess.Popen(
            ['bash', '-c', shell, 'bash', program, '--headless=new', '--no-sandbox', '--disable-gpu',
             '--disable-dev-shm-usage', '--hide-scrollbars', '--remote-debugging-pipe',
             f'--user-data-dir={home}/profile', 'about:blank'],
            close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, 'HOME': home})
        os.close(to_read)
        os.close(to_write)
        self.rest = b''
        self.number = 0
        self.session = None
        self.requests = []

    def message(self):
        while b'\0' not in self.rest:
            more = os.read(self.back, 1 << 20)
            if not more:
                raise RuntimeError('the browser has ended')
            self.rest += more
        text, self.rest = self.rest.split(b'\0', 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        request = {'id': self.number, 'method': method, 'params': parameters}
        if self.session:
            request['sessionId'] = self.session
        os.write(self.to, json.dumps(request).encode() + b'\0')
        while True:
            answer = self.message()
            if answer.get('method') == 'Network.requestWillBeSent':
                self.requests.append(answer['params']['request']['url'])
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]}')
                return answer['result']

    def open(self, url):
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Network', 'Runtime'):
            self.call(domain + '.enable')
        return lambda: self.call('Page.navigate', url=url)

    def look(self, width, dark=False, prints=False, height=900):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 600)
        self.call('Emulation.setEmulatedMedia', media='print' if prints else '', features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])

    def value(self, expression):
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True,
                           awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f'{expression}: {result["exceptionDetails"]}')
        return result['result'].get('value')

    def wait_for(self, expression, seconds=100):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError(f'{expression}: not within {seconds} s')
            time.sleep(0.02)

    def close(self):
        self.process.kill()
        self.process.wait()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument('browser')
    arguments.add_argument('page')
    arguments.add_argument('expression', nargs='?', default='document.body.innerText')
    arguments.add_argument('--dark', action='store_true')
    arguments.add_argument('--print', action='store_true')
    arguments.add_argument('--width', type=int, default=1280)
    arguments.add_argument('--shot')
    asked = arguments.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        browser = Browser(asked.browser, home)
        try:
            go = browser.open(asked.page)
            browser.look(asked.width, asked.dark, asked.print)
            go()
            browser.wait_for("document.documentElement && document.documentElement.dataset.ready")
            print(browser.value(asked.expression))
            if asked.shot:
                shot = browser.call('Page.captureScreenshot', captureBeyondViewport=True)
                with open(asked.shot, 'wb') as out:
                    out.write(base64.b64decode(shot['data']))
            # What the page asked the network for; it is itself a file.
            for url in browser.requests:
                if not url.startswith(('file:', 'data:')):
                    print('request:', url)
        finally:
            browser.close()


if __name__ == '__main__':
    sys.exit(main())
