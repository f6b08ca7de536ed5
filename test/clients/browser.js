// Pages in Chromium, for driver.js. The events of a page are console (errors, and warnings of the page's own code), pageerror,
// and requestfailed and request (a URL).

import { readFileSync } from 'node:fs';

import { chromium } from 'playwright-core';

// Nothing but the page talks to the network.
const args = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync',
];

const patience = 60_000; // how long a test waits for what must come

let browser; // a promise: all pages share one process, whose profile is new and empty
const pages = new Map(); // name → page

/** Opens a page in a context of its own, which shares nothing with the others. */
export async function open(name, { executable, url, viewport, colorScheme }, emit) {
  browser ??= chromium.launch({ executablePath: executable, headless: true, args });
  const context = await (await browser).newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  pages.set(name, page);
  page.setDefaultTimeout(patience);
  page.on('console', (message) => {
    // What the browser itself warns of changes with its version; its messages have no arguments.
    const own = message.args().length > 0;
    if (message.type() === 'error' || message.type() === 'warning' && own) emit('console', message.text());
  });
  page.on('pageerror', (error) => emit('pageerror', error.message));
  page.on('request', (request) => emit('request', request.url()));
  page.on('websocket', (socket) => emit('request', socket.url()));
  page.on('requestfailed', (request) => emit('requestfailed', `${request.url()} ${request.failure()?.errorText}`));
  await page.goto(url);
}

/** Calls a method of the page's API, such as click or fill. */
export async function call(name, { method, args: values }) {
  const result = await pages.get(name)[method](...values);
  return typeof result === 'object' ? null : result;
}

/** Runs an expression in the page and returns its value. */
export function evaluate(name, { expression }) {
  return pages.get(name).evaluate(expression);
}

/** Waits until an expression in the page is true. The page's policy forbids waitForFunction, which evaluates text in the page. */
export async function wait(name, { expression }) {
  const page = pages.get(name);
  for (const end = Date.now() + patience; !(await page.evaluate(expression));) {
    if (Date.now() > end) throw new Error(`it never became true: ${expression}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/** Presses keys, one after the other. */
export async function press(name, { keys }) {
  for (const key of keys) await pages.get(name).keyboard.press(key);
}

/** What the browser keeps of the page. */
export async function stored(name) {
  const page = pages.get(name);
  const kept = await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}, location.href, history.state, history.length])');
  return { page: kept, cookies: (await page.context().cookies()).length };
}

export async function screenshot(name, { path }) {
  await pages.get(name).screenshot({ path, fullPage: true });
}

/** Stores what is in the window. */
export async function window(name, { path }) {
  await pages.get(name).screenshot({ path });
}

export async function resize(name, { viewport, colorScheme }) {
  const page = pages.get(name);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
}

const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/**
 * Returns what axe-core finds wrong with a page for those who use a keyboard or a screen reader, or see little contrast. It judges
 * again when something that it found fault with left the page meanwhile, as a tooltip does: the page then became another one.
 */
export async function audit(name) {
  const page = pages.get(name);
  await page.evaluate(axe);
  return page.evaluate(async () => {
    for (;;) {
      const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], elementRef: true });
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ element, target }) => ({ id, element, target })));
      if (found.every(({ element }) => element?.isConnected !== false)) return found.map(({ id, target }) => `${id}: ${target.join(' ')}`);
    }
  });
}

export async function close(name) {
  const page = pages.get(name);
  pages.delete(name);
  await page?.context().close();
}

export async function closeAll() {
  await (await browser)?.close();
}
