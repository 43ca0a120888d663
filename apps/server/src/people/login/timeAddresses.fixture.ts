import { type LoginApp, openBrowser, shop } from './login.fixture.ts'

/**
 * Milliseconds that an answer takes at least here, 250 in a server.
 */
export const leastTimed = 30

interface Timed {
  /** Welch's t of the times of addresses with an account and without one. */
  readonly t: number
  /** Answers whose status, wait or shape differed within a pair. */
  readonly differences: number
}

/** Begins logins in pairs, one address with an account and one without, in turns. */
export async function timeAddresses(app: LoginApp, pairs: number): Promise<Timed> {
  const names = Array.from({ length: 3 }, (_, at) => `ann${at}@mail.example`)
  for (const name of names) await (await openBrowser(app)).logIn(name)
  let stranger = await openBrowser(app)
  const times: [number[], number[]] = [[], []]
  let differences = 0
  for (let round = 0; round < pairs; round++) {
    // One client would be slowed down; the first call of a new one takes longer, and is not timed.
    if (round % 40 === 0) {
      stranger = await openBrowser(app, { from: `203.0.113.${1 + ((round / 40) % 250)}` })
      await stranger.post('email', { email: 'first@mail.example', page: shop })
    }
    app.at.now += 7_200_000
    const name = names[round % names.length] ?? ''
    const pair = [name, name.replace('ann', 'eve')]
    const shapes = new Set<string>()
    for (const at of round % 2 ? [0, 1] : [1, 0]) {
      const began = performance.now()
      const { status, body, retryAfter } = await stranger.post('email', { email: pair[at] ?? '', page: shop })
      times[at]?.push(performance.now() - began)
      if (status !== 200) throw new Error(`answered ${status} in round ${round}: ${JSON.stringify(body)}`)
      const { flow, match } = body
      shapes.add(
        JSON.stringify({
          status,
          retryAfter,
          ...body,
          flow: flow.length,
          match: match?.length,
          expiresAt: '',
        }),
      )
    }
    if (shapes.size > 1) differences++
  }
  return { t: welch(...times), differences }
}

/** Welch's t of two samples. */
function welch(left: readonly number[], right: readonly number[]): number {
  const of = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
    return { mean, share: variance / values.length }
  }
  const [a, b] = [of(left), of(right)]
  return (a.mean - b.mean) / Math.sqrt(a.share + b.share)
}
