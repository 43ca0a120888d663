import { waitingKinds } from 'latchkey/services'
import { expect, it } from 'vitest'
import { formatWaitedMail, formatWaitingMail, type WaitingNews } from './formatWaitingMail.ts'

const news: WaitingNews = {
  to: 'ann@mail.example',
  kind: 'account',
  label: null,
  project: 'Shop',
  page: 'https://shop.example',
  browser: 'Chrome on Windows',
  begunAt: Date.UTC(2026, 10, 21, 9, 30, 59),
  effectAt: Date.UTC(2026, 10, 24, 9, 30, 59),
}
const link = `https://keys.example/v1/?projectId=shop#stop=${'a'.repeat(43)}`
const labels = { device: 'Firefox on Android', social: 'github', email: 'e…@mail.example' } as const

it('T115: says what is going to happen, when, from where, and how it is stopped', () => {
  const { subject, text } = formatWaitingMail({ ...news, link, isReminder: false })
  expect(subject).toBe('Your account and its wallet will be deleted')
  expect(text).toMatchInlineSnapshot(`
    "Your account will be deleted, with everything we store of its wallet. After that only your offline kit or 24 words open the wallet.

    Takes effect: 2026-11-24 09:30 UTC
    Requested: 2026-11-21 09:30 UTC
    Project: Shop
    Page: https://shop.example
    Browser: Chrome on Windows

    A browser without your wallet’s key asked for this, so it waits for 72 hours.

    Not you? Open this page and press “Stop it”, or stop it in your wallet settings. Then change your email password, as someone else may be able to read your email.

    https://keys.example/v1/?projectId=shop#stop=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

    Opening the page changes nothing. If it was you, you don’t need to do anything.
    "
  `)
})

it('T115: a day before says the same', () => {
  const first = formatWaitingMail({ ...news, link, isReminder: false })
  const { subject, text } = formatWaitingMail({ ...news, link, isReminder: true })
  expect(subject).toBe('Tomorrow: Your account and its wallet will be deleted')
  expect(text).toBe(first.text)
})

it('T115: says of each kind what it is', () => {
  const lines = waitingKinds.map(kind => {
    const label = labels[kind as keyof typeof labels] ?? null
    const { subject, text } = formatWaitingMail({ ...news, kind, label, link, isReminder: false })
    return [subject, text.split('\n')[0]]
  })
  expect(lines).toMatchInlineSnapshot(`
    [
      [
        "A browser will be removed from your wallet",
        "Firefox on Android will be removed. It can then no longer sign with your wallet.",
      ],
      [
        "Your browsers will be logged out",
        "All other browsers of your account will be logged out.",
      ],
      [
        "A passkey of your account will be deleted",
        "A passkey will be deleted. It then no longer logs in to your account.",
      ],
      [
        "A login will be removed from your account",
        "Your login with github will be removed.",
      ],
      [
        "Your account’s email address will be changed",
        "You will log in with e…@mail.example instead of this address.",
      ],
      [
        "Your account and its wallet will be deleted",
        "Your account will be deleted, with everything we store of its wallet. After that only your offline kit or 24 words open the wallet.",
      ],
    ]
  `)
})

it('T115: says what became of it', () => {
  const at = news.effectAt
  expect(
    (['done', 'stopped'] as const).map(is => {
      const { subject, text } = formatWaitedMail({ ...news, kind: 'device', is, at })
      return [subject, text.split('\n').at(-2)]
    }),
  ).toMatchInlineSnapshot(`
    [
      [
        "Done: A browser will be removed from your wallet",
        "It took effect at 2026-11-24 09:30 UTC.",
      ],
      [
        "Stopped: A browser will be removed from your wallet",
        "It was stopped at 2026-11-24 09:30 UTC. Nothing was changed. For 72 hours, this can’t be asked for again without your wallet’s key.",
      ],
    ]
  `)
})

it('T47: what a provider or a browser is called is text', () => {
  const { html } = formatWaitingMail({
    ...news,
    kind: 'device',
    label: '<b>$& {what}',
    link,
    isReminder: false,
  })
  expect(html).toContain('<p>&#60;b&#62;$&#38; {what} will be removed')
})
