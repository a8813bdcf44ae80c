import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { node } from '@plinth/plugin';
import { axeViolations, launchBrowser, startTestServer, until } from '../../src/testing/index.js';
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
  await makeBills();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** A table of bills, with a form and a list. */
async function makeBills() {
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
      config: { columns: [{ field: 'title' }, { field: 'price' }, { field: 'paid' }], editing: true },
    },
  ])
    await data.edit(system, 'add-view', { view: { table: 'bills', roles: ['admin'], ...view } });
}

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

it('a number typed before its script is loaded is shown back as it was understood too', async () => {
  const page = await browser.page(server.url, await server.as('admin'));
  /** @type {PromiseWithResolvers<void>} */
  const held = Promise.withResolvers();
  await page.route(/number-control/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/view/bill', { waitUntil: 'domcontentloaded' });
  await page.fill('input[name=price]', '1,234');
  held.resolve();
  assert.equal(await page.locator('.pl-understood').textContent(), '= 1,234.00');
  assert.deepEqual(page.problems, []);
});

/** A date as it is typed, shown back, and expected where it can't be read; a number in a filter. */
const DATES = [
  {
    locale: 'en',
    typed: '3/4/2026',
    iso: '2026-03-04',
    understood: '= March 4, 2026',
    shown: '03/04/2026',
    moment: '3/4/2026 3:30 pm',
    wrong: '13/32/2026',
    expected: 'month/day/year, such as 12/24/2026',
    number: '1,234.5',
  },
  {
    locale: 'de',
    typed: '4/3/26',
    iso: '2026-03-04',
    understood: '= 4. März 2026',
    shown: '04.03.2026',
    moment: '4.3.2026 15:30',
    wrong: '31.02.2026',
    expected: 'Tag.Monat.Jahr sein, etwa 24.12.2026',
    number: '1.234,5',
  },
  {
    locale: 'zh',
    typed: '26/3/4',
    iso: '2026-03-04',
    understood: '= 2026年3月4日',
    shown: '2026/03/04',
    moment: '2026年3月4日 15:30',
    wrong: '3/4/2026',
    expected: '年/月/日，例如 2026/12/24',
    number: '1,234.5',
  },
  {
    locale: 'ar',
    typed: '٤/٣/٢٠٢٦',
    iso: '2026-03-04',
    understood: '= 4 مارس 2026',
    shown: '04/03/2026',
    moment: '٤/٣/٢٠٢٦ 15:30',
    wrong: '31/02/2026',
    expected: 'يوم/شهر/سنة، مثل 24/12/2026',
    number: '١٬٢٣٤٫٥',
  },
];

describe('dates follow the language of the page, not that of the browser', () => {
  before(async () => {
    const { data, system } = server;
    await data.edit(system, 'change-settings', { changes: { locale: 'en', timeZone: 'Europe/Berlin' } });
    await data.edit(system, 'add-field', { table: 'bills', field: { name: 'met', type: 'date_time' } });
    const layout = node('stack', {}, [
      ...['title', 'paid', 'met'].map((field) => node('form_field', { field })),
      node('submit', { label: 'Save' }),
    ]);
    const config = { layout, destination: 'view', destinationView: 'bills', confirmLeave: true };
    const view = { name: 'bill_dates', table: 'bills', roles: ['admin'], template: 'edit', config };
    await data.edit(system, 'add-view', { view });
  });

  for (const one of DATES) {
    const { locale, typed, iso, understood, shown, moment, wrong, expected, number } = one;
    it(`${locale}: in a form, a filter, a cell of a list and of the grid`, async () => {
      const { data, system } = server;
      // A browser of another language.
      const own = locale === 'de' ? 'en-US' : 'de-DE';
      const page = await browser.page(server.url, await server.as('admin'), { reducedMotion: 'reduce', locale: own });
      await page.goto('/auth/profile');
      await page.selectOption('select[name=locale]', locale);
      await page.click('form[action="/auth/profile"] button[type=submit]');
      await page.locator(`html[lang=${locale}]`).waitFor();
      const save = () => page.click('main form[method=post] button[type=submit]');
      const stored = async () => {
        const select = ['id', 'paid', 'met'].map((field) => ({ as: field, field }));
        const where = /** @type {const} */ ({ field: 'title', op: 'eq', value: `date ${locale}` });
        const [found] = await data.select(system, [{ spec: { table: 'bills', select, where }, params: {} }]);
        return found.rows[0];
      };

      await page.goto('/view/bill_dates');
      await page.fill('[name=title]', `date ${locale}`);
      const control = page.locator('input[name=paid]');
      const hint = page.locator('.pl-understood').first();
      await control.fill(typed);
      assert.equal(await hint.textContent(), understood);
      assert.equal(await page.locator('[data-pl-pick-date]').count(), 2);
      assert.deepEqual(await axeViolations(page), [], `${locale} hint`);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${locale}-date-hint.png` });
      await page.locator('input[name=met][data-pl-date]').fill(moment);
      await save();
      await page.waitForURL(/\/view\/bills/);
      const row = await stored();
      assert.deepEqual([row.paid, row.met], [iso, '2026-03-04T14:30:00.000Z']);

      await page.goto(`/view/bill_dates?id=${row.id}`);
      assert.equal(await control.inputValue(), shown);
      await page.locator('[data-pl-pick-date]').first().click();
      const calendar = page.locator('[data-pl-native]');
      assert.deepEqual(
        [await calendar.count(), await calendar.inputValue()],
        [1, iso],
        'the calendar opens at the date',
      );
      await calendar.evaluate((/** @type {HTMLInputElement} */ input) => {
        input.value = '2026-03-05';
        input.dispatchEvent(new Event('change', { bubbles: true }));
      });
      assert.notEqual(await control.inputValue(), shown);
      await page.keyboard.press('Escape');
      await control.fill(shown);
      await control.press('ArrowUp');
      await control.press('PageDown');
      await save();
      await page.waitForURL(/\/view\/bills/);
      assert.deepEqual(await stored(), { ...row, paid: '2026-02-05' });
      await page.goto(`/view/bill_dates?id=${row.id}`);
      await control.fill(wrong);
      await save();
      await page.locator('.invalid-feedback', { hasText: expected }).waitFor();
      assert.equal(await control.inputValue(), wrong, 'what can not be read is kept');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${locale}-date-wrong.png` });

      await data.rows.update(system, 'bills', row.id, { paid: iso, price: '1234.5' });
      await page.goto('/view/bills?bills.paid.lt=2026-01-01');
      await page.locator('.pl-chips details > summary').first().click();
      const bound = page.locator('.pl-chips details[open] input[name$=".value"]');
      assert.equal(await bound.inputValue(), shown.replace(/03|04(?=\D|$)/g, '01'));
      await page.locator('.pl-chips details[open] .pl-cond-op').selectOption('eq');
      await bound.fill(typed);
      await page.locator('.pl-chips details[open] .pl-understood', { hasText: understood }).waitFor();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${locale}-date-filter.png` });
      await bound.press('Enter');
      await page.waitForURL((/** @type {URL} */ url) => url.search.includes(`paid=${iso}`));
      await page.goto('/view/bills?bills.price.lt=1');
      await page.locator('.pl-chips details > summary').first().click();
      await page.locator('.pl-chips details[open] .pl-cond-op').selectOption('eq');
      await page.locator('.pl-chips details[open] input[name$=".value"]').fill(number);
      await page.keyboard.press('Enter');
      await page.waitForURL((/** @type {URL} */ url) => url.search.includes('price=1234.5'));

      for (const address of ['/view/bills', '/admin/tables/bills/data']) {
        await page.goto(`${address}?sort=-id`);
        const at = await page.evaluate(() =>
          [...document.querySelectorAll('table[data-pl-cells] thead th')].findIndex(
            (head) => /** @type {any} */ (head).dataset.field === 'paid',
          ),
        );
        const cell = page.locator(`tr[data-id="${row.id}"] > td`).nth(at);
        await cell.click();
        await page.keyboard.press('F2');
        const editor = page.locator('.pl-cell-editor input[data-pl-date]');
        await editor.waitFor();
        await editor.fill(typed);
        assert.equal(await page.locator('.pl-cell-editor .pl-understood').textContent(), understood);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${locale}-date-cell-${address.split('/')[1]}.png` });
        await editor.press('ArrowDown');
        await editor.press('Enter');
        await until(async () => (await stored()).paid === '2026-03-03');
        await cell.focus();
        await page.keyboard.press('F2');
        await editor.fill(wrong);
        await editor.press('Enter');
        await page.locator('.pl-cell-bar').waitFor();
        await cell.focus();
        await page.getByRole('alert').filter({ hasText: expected }).waitFor();
        await page.keyboard.press('Escape');
        await data.rows.update(system, 'bills', row.id, { paid: iso });
      }
      await data.rows.remove(system, 'bills', row.id);
    });
  }

  it('without scripts, the server reads the same', async () => {
    const admin = await server.as('admin');
    const locale = 'de';
    await admin.submit('/auth/profile', { locale }, { action: '/auth/profile' });
    const form = { title: 'plain', paid: '4.3.2026', met: ['[Europe/Berlin]', '4.3.2026, 15:30'] };
    await admin.submit('/view/bill_dates', /** @type {any} */ (form));
    for (const query of [
      'paid=04.03.2026',
      'paid=2026-03-04',
      'met.op=eq&met.value=4.3.2026',
      'paid.gte=heute&title=no',
    ]) {
      const { text } = await admin.get(`/view/bills?${query}`);
      assert.equal(/>plain</.test(text), !query.startsWith('paid.gte'), query);
    }
    const refused = await admin.post('/view/bill_dates', { title: 'wrong', paid: '31.31.2026' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /value="31\.31\.2026"/);
    const { text } = await admin.get('/view/bills?price.gte=1.234,5&paid=31.2.2026');
    assert.match(text, /Tag\.Monat\.Jahr sein, etwa 24\.12\.2026/);
  });
});
