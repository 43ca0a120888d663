import { describe, expect, test, vi } from 'vitest'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, fox, id, networks } from '../fixtures/runtimePage.ts'

const page = createRuntimePage()
const { state, start, startConnected } = page

describe('handle methods', () => {
  test('two concurrent updates both hold, and so does one between them', async () => {
    const runtime = start()
    const { ctx } = runtime.engine
    const both = [
      runtime.verbs.update({ locale: 'de' }),
      runtime.verbs.update({ texts: { 'title.connect': 'Los' } }),
    ]
    runtime.configure({ ...ctx.config, themeMode: 'dark' })
    await Promise.all(both)
    expect(ctx.config).toMatchObject({ locale: 'de', texts: { 'title.connect': 'Los' }, themeMode: 'dark' })
  })

  test('an update is validated by itself, whatever an earlier one broke', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const runtime = start({ options: { networks, id, termsConditionsUrl: '/terms' } })
    await runtime.verbs.update({ locale: 'de' })
    expect(runtime.engine.ctx.config.locale).toBe('de')
    expect(written).not.toHaveBeenCalled()
    await expect(runtime.verbs.update({ privacyPolicyUrl: '/privacy' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('privacyPolicyUrl'),
    })
    await runtime.verbs.update({
      termsConditionsUrl: 'https://shop.example/terms',
      features: { socials: ['github'] },
    })
    expect(runtime.engine.ctx.config.termsConditionsUrl).toBe('https://shop.example/terms')
    expect(Object.isFrozen(state().features.socials)).toBe(true)
  })

  test('refuses an update that cannot be cloned, such as a proxy of a framework', async () => {
    const { verbs } = start()
    await expect(verbs.update({ texts: new Proxy({}, {}) })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })

  test('a connect with the host’s signal ends with the widget, and a late approval connects nothing', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'late' }] })
    const { signal } = new AbortController()
    const [row] = runtime.walletRows()
    const connecting = runtime.verbs.connect({ wallet: row?.key ?? '', signal })
    const provider = page.fake.provider(0)
    await eventually(() => provider.answer).toBeDefined()
    runtime.destroy()
    const ended = expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    provider.answer?.()
    await ended
    expect(provider.listeners.size).toBe(0)
  })

  test('an aborted connect closes the wallet list it opened', async () => {
    const runtime = start()
    const ending = new AbortController()
    const connecting = runtime.verbs.connect({ signal: ending.signal })
    await eventually(() => state().open).toBe(true)
    ending.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(state().open).toBe(false)
    await expect(runtime.verbs.connect({ signal: ending.signal })).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    })
    expect(state().open).toBe(false)
  })
})

test('polls the status of a batch only while its view is open', async () => {
  const runtime = await startConnected({}, { ...fox, sending: {} })
  const { live, connections } = runtime.engine.ctx
  const { connectionId = '' } = connections.getState().active.eip155 ?? {}
  const wallet = live.get(connectionId, 'eip155') as NonNullable<ReturnType<typeof live.get>>
  let questions = 0
  let taken: Promise<void> | undefined
  const abilities = {
    ...wallet.abilities,
    sendCall: () => Promise.reject(new Error('one by one')),
    async sendCalls() {
      await taken
      return { id: '0xba7c4' }
    },
    async callsStatus() {
      questions++
      return { status: 'pending', hashes: [] } as const
    },
  }
  live.set(connectionId, 'eip155', { ...wallet, unwatch: () => undefined, abilities })
  const call = { to: `0x${'1'.repeat(40)}` }
  await runtime.verbs.sendCalls({ calls: [call, call] })
  await eventually(() => state().view).toBe('WalletSendCalls')
  await eventually(() => questions).toBe(1)
  // The next question is due a second after the answer to this one was written down.
  await eventually(() => {
    if (questions < 2) page.fake.clock.advance(1_000)
    return questions
  }).toBe(2)
  runtime.close()
  const later = async () => {
    for (let times = 0; times < 5; times++) {
      page.fake.clock.advance(15_000)
      await new Promise(resolve => setTimeout(resolve))
    }
  }
  await later()
  expect(questions).toBe(2)
  // Closed before the wallet has accepted the calls, no view polls at all.
  let take = () => {}
  taken = new Promise(resolve => {
    take = resolve
  })
  const sent = runtime.verbs.sendCalls({ calls: [call, call] })
  await eventually(() => state().open).toBe(true)
  runtime.close()
  take()
  await sent
  await later()
  expect(questions).toBe(2)
})
