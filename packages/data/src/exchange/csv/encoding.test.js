import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { createDecoder } from './encodings/decoder.js';
import { ENCODINGS, encodingNamed } from './encodings/list.js';
import { openCsv } from './open-csv.js';

/** What it is, its encoding, its bytes, and its text. */
const FILES = /** @type {[string, string, string, string][]} */ ([
  ['GBK', 'gb18030', 'w8W16iyzx8rQLMr9wb8K', '门店,城市,数量\n'],
  [
    'GBK with rows',
    'gb18030',
    '0NXD+yyyv8PFCtXFzrAsz/rK27K/Cs31t7wsssbO8bK/Cg==',
    '姓名,部门\n张伟,销售部\n王芳,财务部\n',
  ],
  ['GB18030', 'gb18030', 'TmFtZSxDaXR5CkpvaG4suePW3Qo=', 'Name,City\nJohn,广州\n'],
  ['Big5', 'big5', 'qvmlqyyrsKWrLLzGtnEK', '門市,城市,數量\n'],
  ['Big5 with rows', 'big5', 'qW2mVyyzoar5CrOvqcmnZyy3frDIs6EK', '姓名,部門\n陳怡君,業務部\n'],
  ['EUC-KR', 'euc-kr', 'uMXA5Sy1tb3DLLz2t64K', '매장,도시,수량\n'],
  ['code page 949', 'euc-kr', 'wMy4pyy68bDtCoxjueawosfPLLyEvcMK', '이름,비고\n똠방각하,펲시\n'],
  ['Shift_JIS', 'shift_jis', 'k1iV3CyTc45zLJCUl8oK', '店舗,都市,数量\n'],
  ['Shift_JIS with kana', 'shift_jis', 'gsiC3IKmLMzYtt7FCoK9guuCpCzA27MK', 'なまえ,ﾌﾘｶﾞﾅ\nたろう,ﾀﾛｳ\n'],
  ['EUC-JP', 'euc-jp', 'xbnK3izF1LvULL/0zswKvcLDq8W5LMXstf4sMTIK', '店舗,都市,数量\n渋谷店,東京,12\n'],
  [
    'ISO-2022-JP',
    'iso-2022-jp',
    'GyRCRTlKXhsoQiwbJEJFVDtUGyhCLBskQj90TkwbKEIKGyRCPUJDK0U5GyhCLBskQkVsNX4bKEIsMTIK',
    '店舗,都市,数量\n渋谷店,東京,12\n',
  ],
  ['Russian', 'windows-1251', 'zODj4Ofo7SzD7vDu5CzK7uvo9+Xx8uLuCg==', 'Магазин,Город,Количество\n'],
  ['Russian, one word', 'windows-1251', 'TmFtZSxDaXR5CkJvbHNob2kszO7x6uLgCg==', 'Name,City\nBolshoi,Москва\n'],
  [
    'Russian in KOI8-R',
    'koi8-r',
    '7cHHwdrJziznz9LPxCzrz8zJ3sXT1NfPCuPFztTSLO3P08vXwSwxMgo=',
    'Магазин,Город,Количество\nЦентр,Москва,12\n',
  ],
  [
    'Russian of DOS',
    'ibm866',
    'jKCjoKeorSyDruCupCyKrquo56Xh4qKuCpalreLgLIyu4aqioCwxMgo=',
    'Магазин,Город,Количество\nЦентр,Москва,12\n',
  ],
  ['Ukrainian', 'windows-1251', 'zeDn4uAszLPx8u4Kr+bg6izK6L/iCg==', 'Назва,Місто\nЇжак,Київ\n'],
  ['Polish', 'windows-1250', 'TmF6d2EsTWlhc3RvLElsb5zmCg==', 'Nazwa,Miasto,Ilość\n'],
  ['Polish, one word', 'windows-1250', 'TmFtZSxDaXR5CkFubmEsR2Rh8XNrCg==', 'Name,City\nAnna,Gdańsk\n'],
  [
    'Polish in ISO 8859-2',
    'iso-8859-2',
    'TmF6d2EsTWlhc3RvLElsb7bmCq/zs3cso/NkvCw1Ckt1vG5pYSxHZGHxc2ssNwo=',
    'Nazwa,Miasto,Ilość\nŻółw,Łódź,5\nKuźnia,Gdańsk,7\n',
  ],
  ['Czech', 'windows-1250', 'TuF6ZXYsTexzdG8KS3J0ZWssUGx6ZfIK', 'Název,Město\nKrtek,Plzeň\n'],
  ['Hungarian', 'windows-1250', 'Tul2LFbhcm9zCkVyenPpYmV0LEd59XIK', 'Név,Város\nErzsébet,Győr\n'],
  ['Greek', 'windows-1253', 'vO3v7OEs0Pzr5wrD6f7x4+/yLMHo3u3hCg==', 'Όνομα,Πόλη\nΓιώργος,Αθήνα\n'],
  [
    'Turkish',
    'windows-1254',
    'QWQs3mVoaXIKQXn+ZSzdc3RhbmJ1bApEb/BhbixNdfBsYQo=',
    'Ad,Şehir\nAyşe,İstanbul\nDoğan,Muğla\n',
  ],
  ['Hebrew', 'windows-1255', '+e0s8un4CuPl4yzp+OX57OntCg==', 'שם,עיר\nדוד,ירושלים\n'],
  ['Arabic', 'windows-1256', 'x+HH0+Msx+Hjz+3kyQrDzePPLMfh3sfl0ckK', 'الاسم,المدينة\nأحمد,القاهرة\n'],
  [
    'Lithuanian',
    'windows-1257',
    'VmFyZGFzLE1pZXN0YXMK3ml2aWzrLNBpYXVsaWFpCsD+dW9sYXMsUGFuZXbr/nlzCg==',
    'Vardas,Miestas\nŽivilė,Šiauliai\nĄžuolas,Panevėžys\n',
  ],
  ['Thai', 'windows-874', 'qtfozSzgwdfNpwrKwarSwiyhw9in4Le+Cg==', 'ชื่อ,เมือง\nสมชาย,กรุงเทพ\n'],
  ['German', 'windows-1252', 'U3RyYd9lLEdy9t9lCg==', 'Straße,Größe\n'],
  ['French', 'windows-1252', 'U29jael06SxU6WzpcGhvbmUKjHV2cmUsNQo=', 'Société,Téléphone\nŒuvre,5\n'],
  ['Icelandic', 'windows-1252', 'TmFmbixCb3JnCt7zcvB1cizNc2FmavZy8HVyCg==', 'Nafn,Borg\nÞórður,Ísafjörður\n'],
  ['a sign alone', 'windows-1252', 'TmFtZSxQcmljZQpBLDUggAo=', 'Name,Price\nA,5 €\n'],
  ['German of an old Mac', 'macintosh', 'U3RyYadlLEdymqdlCk2fbGxlciw1CkuabG4sNwo=', 'Straße,Größe\nMüller,5\nKöln,7\n'],
  ['UTF-16 without a mark', 'utf-16le', '6JWXXiwAzlcCXiwAcGXPkQoA', '门店,城市,数量\n'],
  [
    'UTF-16, other order',
    'utf-16be',
    'AE4AYQBtAGUALABPAHIAdAAKAEoA/AByAGcAZQBuACwASwD2AGwAbgAK',
    'Name,Ort\nJürgen,Köln\n',
  ],
]);

/** @param {Buffer} bytes @param {string} [encoding] */
async function read(bytes, encoding) {
  // In single bytes, so that every character is in two pieces.
  const csv = await openCsv(Readable.from([...bytes].map((byte) => Buffer.from([byte]))), { encoding });
  const rows = [];
  for await (const records of csv.records) rows.push(...records.map(({ fields }) => fields));
  return { encoding: csv.encoding, columns: csv.columns, rows };
}

describe('the encoding of a file', () => {
  for (const [name, encoding, base64, text] of FILES)
    it(`is recognized: ${name}`, async () => {
      const [columns, ...rows] = text
        .trim()
        .split('\n')
        .map((line) => line.split(','));
      assert.deepEqual(await read(Buffer.from(base64, 'base64')), { encoding, columns, rows });
    });

  it('can be chosen by any of its names', async () => {
    assert.deepEqual(
      ['GBK', 'gb2312', 'Latin1', 'cp1252', 'cp949', 'sjis', 'UTF-8', 'ISO-8859-9', 'klingon', '__proto__'].map(
        encodingNamed,
      ),
      [
        'gb18030',
        'gb18030',
        'windows-1252',
        'windows-1252',
        'euc-kr',
        'shift_jis',
        'utf-8',
        'windows-1254',
        null,
        null,
      ],
    );
    const bytes = Buffer.from('Opis\n\xbf\xf3\xb3ty\n', 'latin1');
    assert.deepEqual((await read(bytes, 'windows-1250')).rows, [['żółty']]);
    await assert.rejects(read(bytes, 'klingon'), { code: 'CSV_INVALID', message: 'There is no encoding "klingon"' });
    for (const encoding of ENCODINGS) assert.equal(createDecoder(encoding).decode(Buffer.alloc(0)), '');
  });

  it('is refused with its line if another one was chosen', async () => {
    const gbk = Buffer.from(FILES[1][2], 'base64');
    await assert.rejects(read(Buffer.concat([Buffer.from('a,b\n'), gbk]), 'utf-8'), (/** @type {any} */ error) => {
      assert.deepEqual([error.code, error.message], ['CSV_INVALID', 'Line 2 is not written in UTF-8']);
      assert.match(error.hint, /looks like GB18030/);
      return true;
    });
    await assert.rejects(read(Buffer.from('a,b\nx,y\n'), 'utf-16le'), { message: 'Line 1 is not written in UTF-16LE' });
    await assert.rejects(read(Buffer.from('a,b\nx,y\n', 'utf16le'), 'utf-8'), {
      message: 'Line 1 is not written in UTF-8',
    });
  });

  it('has no character for some bytes, which do not take the next separator with them', () => {
    const korean = createDecoder('euc-kr');
    assert.equal(korean.decode(Buffer.from([0x8c, 0x2c, 0x41, 0xfe])), '\ufffd,A\ufffd');
    const pieces = [0x8c, 0x63, 0xb0, 0xa1].map((byte) => korean.decode(Buffer.from([byte]), { stream: true }));
    assert.deepEqual(pieces, ['', '똠', '', '가']);
    assert.equal(createDecoder('big5').decode(Buffer.from([0x88, 0x40])), '\ufffd');
  });
});
