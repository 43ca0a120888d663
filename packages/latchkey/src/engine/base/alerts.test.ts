import { expect, it, vi } from 'vitest'
import { createLog } from '../../contract/createLog.ts'
import { developerTexts } from '../../contract/errors/developer.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { createAlerts } from './alerts.ts'
import { createFacts } from './facts.ts'

function setUp() {
  const facts = createFacts()
  const told = vi.fn()
  facts.on('alert', told)
  const log = createLog(createFakeClock(0))
  const sink = { error: vi.fn(), warn: vi.fn(), info: vi.fn() }
  return { alert: createAlerts(facts, log, sink), told, sink, log }
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

it('keeps errors in the log, and no warning (SPEC §9 "Log buffer", default level)', () => {
  const { alert, log } = setUp()
  for (const code of ['LOCAL_CONFIG_IGNORED', 'APKT008'] as const) alert(code)
  expect(log.read()).toMatch(/^1970-01-01T00:00:00.000Z error APKT008 .+$/)
})
