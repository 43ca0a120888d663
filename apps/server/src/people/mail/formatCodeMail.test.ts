import { describe, expect, it } from 'vitest'
import { formatCodeMail } from './formatCodeMail.ts'
import { nameBrowser } from './nameBrowser.ts'

const mail = {
  to: 'ann@mail.example',
  code: '12345678',
  project: 'Shop',
  origin: 'https://shop.example',
  browser: 'Chrome on Windows',
  at: Date.UTC(2026, 10, 21, 9, 30, 59),
  minutes: 10,
}

describe('T43: the message with a code', () => {
  it('says who asks, from where and when, and has nothing to click', () => {
    const { to, sender, subject, text, html } = formatCodeMail(mail)
    expect({ to, sender, subject }).toEqual({
      to: 'ann@mail.example',
      sender: 'Shop',
      subject: 'Your code for Shop',
    })
    expect(text).toMatchInlineSnapshot(`
      "Your code for Shop:

          12345678

      Enter it where you started, within 10 minutes.

      https://shop.example · Chrome on Windows · 09:30 UTC

      Never share it. Not you? Ignore this email.
      "
    `)
    expect(html).toMatchInlineSnapshot(`
      "<!doctype html><html lang="en"><head><meta charset="utf-8"></head>
      <body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#111;background:#fff">
      <p>Your code for Shop:</p>
      <p style="font-size:28px;letter-spacing:2px"><strong>12345678</strong></p>
      <p>Enter it where you started, within 10 minutes.</p>
      <p>https://shop.example · Chrome on Windows · 09:30 UTC</p>
      <p>Never share it. Not you? Ignore this email.</p>
      </body></html>"
    `)
    expect(html).not.toMatch(/<(?:a|img|script|link)\b|href|src=/)
  })

  it('is read in a glance', () => {
    const words = formatCodeMail(mail)
      .text.split(/\s+/)
      .filter(word => /\w/.test(word))
    expect(words.length).toBeLessThanOrEqual(28)
  })

  it('leaves out what is not known', () => {
    expect(formatCodeMail({ ...mail, browser: undefined }).text).toContain(
      '\nhttps://shop.example · 09:30 UTC\n',
    )
  })

  it('T47: a project’s name is text', () => {
    const { sender, subject, text, html } = formatCodeMail({
      ...mail,
      project: 'A\r\nBcc: e@e.example\u202e<b>"&',
    })
    expect(sender).toBe('A Bcc: e@e.example <b>"&')
    expect(subject).toBe('Your code for A Bcc: e@e.example <b>"&')
    expect(text.split('\n')[0]).toBe('Your code for A Bcc: e@e.example <b>"&:')
    expect(html).toContain('A Bcc: e@e.example &#60;b&#62;&#34;&#38;')
    expect(formatCodeMail({ ...mail, project: 'x'.repeat(1_000) }).subject.length).toBeLessThan(120)
  })
})

describe('nameBrowser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['Windows', 'Windows'],
    ['Chrome/1', 'Chrome'],
    ['<script>alert(1)</script>', undefined],
    [`${'x'.repeat(600)} Chrome/1`, undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, expected) => {
    expect(nameBrowser(header)).toBe(expected)
  })
})
