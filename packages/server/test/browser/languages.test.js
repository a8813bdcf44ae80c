import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, launchBrowser, startTestServer } from '../../src/testing/index.js';
import { starterApp } from './starter-app.js';

/** @type {Awaited<ReturnType<typeof startTestServer>>} */
let server;
/** @type {Awaited<ReturnType<typeof launchBrowser>>} */
let browser;
const SHOTS = process.env.PLINTH_SHOTS;
const LANGUAGES = [
  { locale: 'ar', direction: 'rtl', wrong: 'البريد الإلكتروني أو كلمة المرور غير صحيحة' },
  { locale: 'es', direction: 'ltr', wrong: 'Correo o contraseña incorrectos' },
  { locale: 'fr', direction: 'ltr', wrong: 'Adresse e-mail ou mot de passe incorrect' },
  { locale: 'pt', direction: 'ltr', wrong: 'E-mail ou senha incorretos' },
  { locale: 'zh', direction: 'ltr', wrong: '邮箱或密码错误' },
];

before(async () => {
  server = await startTestServer({ app: await starterApp('issue-tracker') });
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** Texts and names of a page that look like keys. @param {any} page @returns {Promise<string[]>} */
function rawKeys(page) {
  return page.evaluate(() => {
    const names = ['aria-label', 'title', 'placeholder', 'alt'];
    const said = [...document.querySelectorAll('body *')].flatMap((element) => [
      ...names.map((name) => element.getAttribute(name) ?? ''),
      ...(/^(SCRIPT|STYLE|TEMPLATE)$/.test(element.tagName)
        ? []
        : [...element.childNodes].map((node) => (node.nodeType === 3 ? (node.textContent ?? '').trim() : ''))),
    ]);
    return said.filter((text) =>
      /^(shell|error|views|list|value|fieldView|auth|search|comments|notifications|deletion|delivered|cells|board|calendar|vt|el|admin)\.[a-z]/.test(
        text,
      ),
    );
  });
}

/** @param {any} page @param {string} name @param {string} locale @param {string} direction */
async function reads(page, name, locale, direction) {
  assert.deepEqual(await rawKeys(page), [], `${locale} ${name}`);
  const html = page.locator('html');
  assert.deepEqual([await html.getAttribute('lang'), await html.getAttribute('dir')], [locale, direction]);
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${locale}-${name}-${width}.png` });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(wider <= 0, `${locale} ${name} at ${width}: ${wider} px too wide`);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main .btn, main label, main legend, header .btn')]
        .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
        .filter((element) => getComputedStyle(element).display !== 'inline' && !element.matches('.visually-hidden'))
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(cut, [], `${locale} ${name} at ${width}: clipped`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.deepEqual(await axeViolations(page), [], `${locale} ${name}`);
}

describe('languages for the users of an app', () => {
  for (const { locale, direction, wrong } of LANGUAGES) {
    it(`${locale}: chosen in the profile, it is what a list, a form with an error and the admin speak`, async () => {
      const page = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce' });
      await page.goto('/auth/profile');
      await page.selectOption('select[name=locale]', locale);
      await page.click('form[action="/auth/profile"] button[type=submit]');
      await page.locator(`html[lang=${locale}]`).waitFor();
      await reads(page, 'profile', locale, direction);
      await page.goto('/view/issue_list');
      await reads(page, 'list', locale, direction);
      await page.goto('/view/issue_edit');
      await page
        .locator('main form[method=post]')
        .first()
        .evaluate((/** @type {HTMLFormElement} */ form) => {
          form.noValidate = true;
        });
      await page.locator('main form[method=post] button[type=submit]').first().click();
      await page.locator('.is-invalid').first().waitFor();
      await reads(page, 'form', locale, direction);
      await page.goto('/admin/tables');
      assert.deepEqual(await rawKeys(page), [], `${locale} admin`);
      assert.match((await page.textContent('main')) ?? '', /table/i);
      assert.deepEqual(page.problems, []);
    });

    it(`${locale}: as the language of the site, it is what a visitor logs in with`, async () => {
      await server.data.edit(server.system, 'change-settings', { changes: { locale } });
      const page = await browser.page(server.url, null, { reducedMotion: 'reduce' });
      await page.goto('/auth/login');
      await page.fill('[name=email]', 'nobody@example.com');
      await page.fill('[name=password]', 'wrong password');
      await page.click('main button[type=submit]');
      await page.getByText(wrong).waitFor();
      await reads(page, 'log-in', locale, direction);
    });
  }
});

/** Typed, stored and shown; a text that others would read otherwise, what it is understood as, and a search. */
const NUMBERS = [
  {
    locale: 'de',
    typed: '1.234,56',
    shown: '1234,56',
    unsure: '1.234',
    understood: '= 1.234,00',
    price: '1234',
    search: '31.12.2026',
  },
  {
    locale: 'en',
    typed: '1,234.56',
    shown: '1234.56',
    unsure: '1,234',
    understood: '= 1,234.00',
    price: '1234',
    search: 'Dec 31, 2026',
  },
  {
    locale: 'fr',
    typed: '1\u202f234,56',
    shown: '1234,56',
    unsure: '1.234',
    understood: '= 1,234',
    price: '1.234',
    search: '31/12/2026',
  },
  {
    locale: 'ar',
    typed: '١٬٢٣٤٫٥٦',
    shown: '1234.56',
    unsure: '1,234',
    understood: '= 1,234.00',
    price: '1234',
    search: '٣١/١٢/٢٠٢٦',
  },
];

describe('numbers and dates are read as the user writes them', () => {
  before(async () => {
    const { data, system } = server;
    const fields = [
      { name: 'title', type: 'text' },
      { name: 'price', type: 'decimal' },
      { name: 'paid', type: 'date' },
    ];
    await data.edit(system, 'add-table', { name: 'bills', fields, access: {} });
    const form = node('stack', {}, [
      ...['title', 'price'].map((field) => node('form_field', { field })),
      node('submit', { label: 'Save' }),
    ]);
    for (const view of [
      {
        name: 'bill',
        template: 'edit',
        config: { layout: form, destination: 'view', destinationView: 'bills', confirmLeave: true },
      },
      {
        name: 'bills',
        template: 'list',
        config: { columns: [{ field: 'title' }, { field: 'price' }, { field: 'paid' }] },
      },
    ])
      await data.edit(system, 'add-view', { view: { table: 'bills', roles: ['admin'], ...view } });
  });

  for (const { locale, typed, shown, unsure, understood, price, search } of NUMBERS) {
    it(`${locale}: in a form, back in the form, and in a search`, async () => {
      const { data, system } = server;
      const page = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce' });
      await page.goto('/auth/profile');
      await page.selectOption('select[name=locale]', locale);
      await page.click('form[action="/auth/profile"] button[type=submit]');
      await page.locator(`html[lang=${locale}]`).waitFor();
      const stored = async () => {
        const [found] = await data.select(system, [
          {
            spec: {
              table: 'bills',
              select: [{ as: 'price', field: 'price' }],
              where: { field: 'title', op: 'eq', value: locale },
            },
            params: {},
          },
        ]);
        return found.rows[0];
      };

      await page.goto('/view/bill');
      await page.fill('[name=title]', locale);
      const control = page.locator('input[name=price]');
      await control.fill(unsure);
      const hint = page.locator('.pl-understood');
      assert.equal(await hint.textContent(), understood);
      assert.deepEqual(await axeViolations(page), [], `${locale} hint`);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${locale}-number-hint.png` });
      await control.fill(typed);
      assert.equal(await hint.textContent(), '', 'what is clear needs no hint');
      await page.click('main form[method=post] button[type=submit]');
      await page.waitForURL(/\/view\/bills/);
      const row = await stored();
      assert.equal(row.price, '1234.56');

      await page.goto(`/view/bill?id=${row.id}`);
      assert.equal(await control.inputValue(), shown);
      await control.press('ArrowUp');
      assert.equal(await control.inputValue(), shown.replace('1234', '1235'));
      await control.fill(unsure);
      await page.click('main form[method=post] button[type=submit]');
      await page.waitForURL(/\/view\/bills/);
      assert.equal((await stored()).price, price);

      await page.goto(`/view/bill?id=${row.id}`);
      await control.fill('12x');
      await page.click('main form[method=post] button[type=submit]');
      await page.locator('.is-invalid').waitFor();
      assert.equal(await control.inputValue(), '12x', 'what can not be read is kept');
      assert.equal((await stored()).price, price);

      await data.rows.update(system, 'bills', row.id, { price: '1234.56', paid: '2026-12-31' });
      for (const words of [typed, search]) {
        const answer = await page.request.get(`/view/bills?q=${encodeURIComponent(words)}`);
        assert.match(await answer.text(), new RegExp(`>${locale}<`), words);
      }
      await data.rows.update(system, 'bills', row.id, { price: null, paid: null });
      page.problems.splice(
        0,
        page.problems.length,
        ...page.problems.filter((/** @type {string} */ one) => !/422/.test(one)),
      );
      assert.deepEqual(page.problems, []);
    });
  }
});
