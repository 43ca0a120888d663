/** Requests that cost something, from `latchkey.fetch` to the visitor's word: the engine's part is the real one, network, token and wallet are scripted. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { x402Headers } from '../../contract/x402.ts'
import { formatX402Header } from '../../contract/x402Header.ts'
import { createPaidRequests } from '../../engine/flows/paidrequest/createPaidRequests.ts'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const url = 'https://api.example/report'
const usdc = '0x00000000000000000000000000000000000000c1'
const way = {
  ...{ scheme: 'exact', network: 'eip155:1', amount: '100000', asset: usdc, maxTimeoutSeconds: 60 },
  payTo: '0x00000000000000000000000000000000000000f1',
  extra: { name: 'USD Coin', version: '2' },
}

/** What was sent to the paid address; true: with a payment. */
let sent: boolean[]
beforeEach(() => {
  sent = []
  const real = window.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.url !== url) return real(input, init)
    const isPaid = request.headers.has(x402Headers.signature)
    sent.push(isPaid)
    if (isPaid) return new Response('the report')
    const required = formatX402Header({ x402Version: 2, resource: { url }, accepts: [way] })
    return new Response('', { status: 402, headers: { [x402Headers.required]: required } })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function begin(payments = true) {
  const runtime = await page.startConnected({ options: { features: { payments } } })
  const { ctx } = runtime.engine
  const authorizing = {
    token: async () => ({
      asset: `eip155:1/erc20:${usdc}`,
      shown: { address: usdc, symbol: 'USDC', decimals: 6 },
      ...way.extra,
    }),
    authorize: () => ({ data: {}, payload: (signature: string) => ({ signature }) }),
  }
  const scripted = Object.create(ctx, {
    live: { value: { get: () => ({ abilities: { signTypedData: async () => '0x11' } }) } },
    adapter: { value: async () => ({ authorizing: async () => authorizing }) },
  })
  const requests = createPaidRequests(scripted)
  Object.assign(runtime.engine, { paidRequests: async () => requests })
  const ask = () => runtime.verbs.fetch(url).then(answer => answer.text())
  return { runtime, requests, ask }
}

/** Closed, and no button of the question is left in the card. */
async function isOver(): Promise<void> {
  await eventually(() => page.state().open).toBe(false)
  await eventually(() => page.button('Pay once')).toBe(undefined)
}
const refused = { code: 'SPENDING_CAP' }

test('allowed once: paid, closed, and asked again for the next', async () => {
  const { ask } = await begin()
  for (let at = 0; at < 2; at++) {
    const answer = ask()
    await page.pressButton('Pay once')
    expect(await answer).toBe('the report')
    await isOver()
  }
  expect(sent).toEqual([false, true, false, true])
})

test('allowed up to a limit: what is too little is said, and within it nothing is asked', async () => {
  const { ask, requests } = await begin()
  const answer = ask()
  await page.pressButton('Allow up to …')
  const field = await until(() => page.root()?.querySelector<HTMLInputElement>('input'))
  const write = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await eventually(() => page.root().activeElement).toBe(field)
  write('0.05')
  await page.pressButton('Allow up to 0.05 USDC')
  await eventually(() => page.root().textContent).toContain('Enter at least 0.1 USDC.')
  write('0.2')
  await page.pressButton('Allow up to 0.2 USDC')
  expect(await answer).toBe('the report')
  await isOver()
  expect(await ask()).toBe('the report')
  expect(page.state().open).toBe(false)
  // The third is beyond it.
  const third = ask()
  await page.pressButton('Decline')
  await expect(third).rejects.toMatchObject(refused)
  expect(requests.caps.getState()[0]?.spent.value).toBe(200_000n)
})

test('declined: nothing is signed or sent, and the widget closes', async () => {
  const { ask } = await begin()
  const answer = ask()
  await page.pressButton('Decline')
  await expect(answer).rejects.toMatchObject(refused)
  await isOver()
  expect(sent).toEqual([false])
})

test('left without a word, the question that was shown is refused, and the next one is asked', async () => {
  const { runtime, ask } = await begin()
  const answers = [ask(), ask()]
  const first = expect(answers[0]).rejects.toMatchObject(refused)
  await until(() => page.button('Pay once'))
  runtime.close()
  await first
  await eventually(() => page.state().open).toBe(true)
  await page.pressButton('Pay once')
  expect(await answers[1]).toBe('the report')
  await isOver()
})

test('over a view that the visitor had opened, it is gone with the question and that view is there again', async () => {
  const { runtime, ask } = await begin()
  await runtime.open({ view: 'Account' })
  const answer = ask()
  await page.pressButton('Pay once')
  expect(await answer).toBe('the report')
  await eventually(() => page.state()).toMatchObject({ open: true, view: 'Account' })
})

test('T136: another view in its place is a no', async () => {
  const { runtime, ask } = await begin()
  const answer = expect(ask()).rejects.toMatchObject(refused)
  await until(() => page.button('Pay once'))
  await runtime.open({ view: 'Networks' })
  await answer
  expect(page.state()).toMatchObject({ open: true, view: 'Networks' })
  expect(sent).toEqual([false])
})

test('T136: where payments are not offered, the answer of 402 is the answer and nothing opens', async () => {
  const { runtime } = await begin(false)
  expect((await runtime.verbs.fetch(url)).status).toBe(402)
  expect(page.state().open).toBe(false)
  expect(sent).toEqual([false])
})
