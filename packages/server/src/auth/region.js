/** Regions by the currency that their people use (ISO 3166, ISO 4217). */
const REGIONS = Object.freeze({
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  USD: 'US EC SV PR',
  GBP: 'GB',
  CHF: 'CH LI',
  CAD: 'CA',
  AUD: 'AU',
  NZD: 'NZ',
  JPY: 'JP',
  CNY: 'CN',
  HKD: 'HK',
  TWD: 'TW',
  KRW: 'KR',
  INR: 'IN',
  SGD: 'SG',
  MYR: 'MY',
  THB: 'TH',
  VND: 'VN',
  IDR: 'ID',
  PHP: 'PH',
  BRL: 'BR',
  MXN: 'MX',
  ARS: 'AR',
  CLP: 'CL',
  COP: 'CO',
  PEN: 'PE',
  ZAR: 'ZA',
  NGN: 'NG',
  KES: 'KE',
  EGP: 'EG',
  MAD: 'MA',
  TND: 'TN',
  AED: 'AE',
  SAR: 'SA',
  ILS: 'IL',
  TRY: 'TR',
  SEK: 'SE',
  NOK: 'NO',
  DKK: 'DK',
  PLN: 'PL',
  CZK: 'CZ',
  HUF: 'HU',
  RON: 'RO',
  RSD: 'RS',
  UAH: 'UA',
  ISK: 'IS',
});
const CURRENCIES = new Map(
  Object.entries(REGIONS).flatMap(([currency, regions]) => regions.split(' ').map((region) => [region, currency])),
);

/**
 * The site's settings that follow from what the first admin's browser says. What it doesn't say, or what makes no
 * sense, stays as it is.
 *
 * @param {Record<string, unknown>} values timeZone, firstDay (1 is Monday), region (DE)
 * @returns {{ timeZone?: string, firstDay?: number, currency?: string }}
 */
export function regionSettings({ timeZone, firstDay, region }) {
  const day = Number(firstDay);
  const currency = CURRENCIES.get(String(region ?? ''));
  return {
    ...(Intl.supportedValuesOf('timeZone').includes(String(timeZone)) && { timeZone: String(timeZone) }),
    ...(Number.isInteger(day) && day >= 1 && day <= 7 && { firstDay: day }),
    ...(currency && { currency }),
  };
}
