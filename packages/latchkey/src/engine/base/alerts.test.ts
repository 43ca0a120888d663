import { expect, it, vi } from 'vitest'
import { developerTexts } from '../../contract/errors/developer.ts'
import { createAlerts } from './alerts.ts'
import { createFacts } from './facts.ts'

function setUp() {
  const facts = createFacts()
  const told = vi.fn()
  facts.on('alert', told)
  const sink = { error: vi.fn(), warn: vi.fn(), info: vi.fn() }
  return { alert: createAlerts(facts, sink), told, sink }
}

it('emits a fact each time, and writes to the console once for the same thing', async () => {
  const { alert, told, sink } = setUp()
  for (const network of ['eip155:1', 'eip155:1', 'eip155:5']) alert('APKT001', { network })
  expect(told).toHaveBeenCalledTimes(3)
  expect(told).toHaveBeenCalledWith({ code: 'APKT001', level: 'error', text: 'Network Not Found' })
  await vi.waitFor(() => expect(sink.error).toHaveBeenCalledTimes(2))
  expect(sink.error).toHaveBeenCalledWith(`[latchkey] APKT001 Network Not Found. ${developerTexts.APKT001}`, {
    network: 'eip155:1',
  })
})

it.each([
  ['APKT008', 'error'],
  ['LOCAL_CONFIG_IGNORED', 'warn'],
  ['MULTI_WALLET_DISABLED', 'info'],
] as const)('%s goes to console.%s (SPEC §8)', async (code, level) => {
  const { alert, sink } = setUp()
  alert(code)
  await vi.waitFor(() => expect(sink[level]).toHaveBeenCalledOnce())
  expect(sink.error.mock.calls.length + sink.warn.mock.calls.length + sink.info.mock.calls.length).toBe(1)
})
