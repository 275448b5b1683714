/** F3: file names neutralised. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { disposition, safeFileName } from '../../../src/outside/objects/file-names.ts'

const type = 'application/pdf'

describe('F3: file names', () => {
  it.each([
    ['Voucher.pdf', type, 'Voucher.pdf'],
    ['Voucher', type, 'Voucher.pdf'],
    ['Voucher.PDF', type, 'Voucher.PDF'],
    ['Hôtel Žofín 旅.pdf', type, 'Hôtel Žofín 旅.pdf'],
    ['', type, 'file.pdf'],
    ['   ', type, 'file.pdf'],
    ['..', type, 'file.pdf'],
    ['../../etc/passwd', type, '_.._etc_passwd.pdf'],
    ['C:\\Windows\\a.exe', type, 'C__Windows_a.exe.pdf'],
    ['.bashrc', 'text/plain', 'bashrc.txt'],
    ['con.pdf', type, '_con.pdf'],
    ['a\u202Egpj.exe', 'image/png', 'agpj.exe.png'],
    ['a\r\nSet-Cookie: x=1.pdf', type, 'aSet-Cookie_ x=1.pdf'],
    ['photo.jpg', 'image/png', 'photo.jpg.png'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['setup.exe', 'application/octet-stream', 'setup.exe.bin'],
    ['run.bat', 'application/x-msdownload', 'run.bat.bin'],
    ['track.gpx', 'application/gpx+xml', 'track.gpx'],
    ['page.html', 'text/html', 'page.html'],
    ['page.html', 'application/octet-stream', 'page.html.bin'],
    ['a"b;c%00.pdf', type, 'a_b_c_00.pdf'],
    ['a\0b.pdf', type, 'ab.pdf'],
    [`${'x'.repeat(500)}.pdf`, type, `${'x'.repeat(120)}.pdf`],
  ])('the name %j of type %s is made safe', (name, contentType, expected) => {
    expect(safeFileName(name, contentType)).toBe(expected)
  })

  it('any text and type: one plain name, one plain header', () => {
    const types = fc.constantFrom(type, 'text/html', 'image/png', 'application/octet-stream', 'x/y')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), types, (name, contentType) => {
        const safe = safeFileName(name, contentType)
        expect(safe).toMatch(
          /^[^.\s/\\:*?"<>|%;\p{Cc}\p{Cf}][^/\\:*?"<>|%;\p{Cc}\p{Cf}]*\.[\w-]+$/u,
        )
        expect([...safe].length).toBeLessThanOrEqual(131)
        if (contentType !== 'text/html') expect(safe).not.toMatch(/\.(exe|bat|js|lnk|html)$/i)
        expect(disposition(name, contentType)).toMatch(
          /^(inline|attachment); filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~%-]+$/,
        )
      }),
      { numRuns: 2000 },
    )
  })
})
