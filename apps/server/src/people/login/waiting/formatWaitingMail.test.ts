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
  expect(subject).toBe('Your account and its wallet are going to be deleted')
  expect(text).toMatchInlineSnapshot(`
    "Your account is going to be deleted, and all that these services have of its wallet. After that only your offline kit or your 24 words open the wallet.

    Takes effect: 2026-11-24 09:30 UTC
    Asked for: 2026-11-21 09:30 UTC
    Project: Shop
    Page: https://shop.example
    Browser: Chrome on Windows

    It was asked for in a browser that is logged in and does not have your wallet’s key, so it waits for 72 hours.

    If it was not you, stop it: open this page and press “Stop it”, or stop it in the settings of your wallet, in any browser where you are logged in. Then change the password of your mailbox, as someone else may be able to read it.

    https://keys.example/v1/?projectId=shop#stop=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

    Opening the page changes nothing by itself, and nothing there makes the change come earlier. If it was you, nothing needs to be done.
    "
  `)
})

it('T115: a day before says the same', () => {
  const first = formatWaitingMail({ ...news, link, isReminder: false })
  const { subject, text } = formatWaitingMail({ ...news, link, isReminder: true })
  expect(subject).toBe('Tomorrow: Your account and its wallet are going to be deleted')
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
        "A browser of your wallet is going to be taken back",
        "Firefox on Android is going to be taken back: it can then no longer sign with your wallet.",
      ],
      [
        "Your browsers are going to be logged out",
        "Every other browser of your account is going to be logged out.",
      ],
      [
        "A passkey of your account is going to be deleted",
        "A passkey is going to be deleted: it then no longer logs in to your account.",
      ],
      [
        "A way to log in to your account is going to be taken away",
        "Your account at github is going to be taken away: it then no longer logs in to this one.",
      ],
      [
        "The address of your account is going to be changed",
        "You are going to log in with e…@mail.example instead of your address.",
      ],
      [
        "Your account and its wallet are going to be deleted",
        "Your account is going to be deleted, and all that these services have of its wallet. After that only your offline kit or your 24 words open the wallet.",
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
        "It took effect: A browser of your wallet is going to be taken back",
        "It was not stopped, and took effect at 2026-11-24 09:30 UTC.",
      ],
      [
        "It was stopped: A browser of your wallet is going to be taken back",
        "It was stopped at 2026-11-24 09:30 UTC, and nothing was changed. For 72 hours nothing of the kind can be asked for again without your wallet’s key.",
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
  expect(html).toContain('<p>&#60;b&#62;$&#38; {what} is going to be taken back')
})
