import { describe, expect, it } from 'vitest'
import type { ApprovalRequest, PendingApproval } from './approval.ts'
import { type ApprovedWork, createApprovals } from './createApprovals.ts'
import { passkeyRefusal } from './refusal.ts'

const request = { is: 'message', chainId: 'eip155:1', bytes: '0x00' } as unknown as ApprovalRequest

const withoutPasskey = expect.objectContaining({ context: expect.objectContaining({ wants: 'passkey' }) })

/** The same, whose visitor uses no passkey the first time. */
function openRefusing() {
  const first = Promise.withResolvers<never>()
  return { ...open(first.promise), refuse: () => first.reject(passkeyRefusal()) }
}

/** One request on the screen, whose work ends when the test says so. */
function open(first?: Promise<string>) {
  const screens: PendingApproval[] = []
  const approvals = createApprovals({
    login: async () => undefined,
    clock: { after: () => () => {} } as never,
    show(pending) {
      screens.push(pending)
      return { result: new Promise<never>(() => {}), close() {} } as never
    },
  })
  const work = Promise.withResolvers<string>()
  const runs: ApprovedWork[] = []
  const answer = approvals.ask(
    request,
    given => {
      runs.push(given)
      return runs.length === 1 && first ? first : work.promise
    },
    async () => {},
  )
  answer.catch(() => {})
  const [screen] = screens
  if (screen === undefined) throw new Error('no screen')
  return { approvals, answer, screen, runs, work }
}

describe('an approval', () => {
  it('T73: does its work once, however often the button is pressed', async () => {
    const { answer, screen, runs, work } = open()
    const presses = [screen.approve(), screen.approve()]
    await Promise.resolve()
    const later = screen.approve()
    work.resolve('signed')
    expect(await Promise.all([...presses, later])).toEqual([true, true, true])
    expect(await screen.approve()).toBe(true)
    expect(runs).toHaveLength(1)
    expect(await answer).toBe('signed')
  })

  it('F19: that was given is not withdrawn any more', async () => {
    const { approvals, answer, screen, runs, work } = open()
    const press = screen.approve()
    await expect.poll(() => runs.length).toBe(1)
    approvals.abortAll()
    work.resolve('signed')
    await press
    expect(await answer).toBe('signed')
  })

  it('T61: is withdrawn by another network of its namespace alone', async () => {
    const { approvals, answer, screen, runs, work } = open()
    approvals.moved('eip155:1')
    approvals.moved('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    const press = screen.approve()
    work.resolve('signed')
    await press
    expect([await answer, runs.length]).toEqual(['signed', 1])
    const other = open()
    other.approvals.moved('eip155:10')
    await expect(other.answer).rejects.toBeDefined()
    await other.screen.approve()
    expect(other.runs).toEqual([])
  })

  it('T82: waits on without a passkey, and its next press does the work anew', async () => {
    const { answer, screen, runs, refuse, work } = openRefusing()
    refuse()
    await expect(screen.approve()).rejects.toThrow(withoutPasskey)
    const press = screen.approve()
    work.resolve('signed')
    expect(await press).toBe(true)
    expect([await answer, runs.length]).toEqual(['signed', 2])
  })

  it('T82: that was withdrawn while its visitor used no passkey is over', async () => {
    const { approvals, answer, screen, runs, refuse } = openRefusing()
    const press = screen.approve()
    await expect.poll(() => runs.length).toBe(1)
    approvals.moved('eip155:10')
    refuse()
    await expect(press).rejects.toThrow(withoutPasskey)
    await expect(answer).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
    expect(await screen.approve()).toBe(true)
    expect(runs).toHaveLength(1)
  })

  it('T73: is not repeated without a passkey once a part of it was sent', async () => {
    const { answer, screen, runs, refuse } = openRefusing()
    const press = screen.approve()
    await expect.poll(() => runs.length).toBe(1)
    runs[0]?.update({ sent: 1 })
    refuse()
    await expect(press).rejects.toThrow(withoutPasskey)
    await expect(answer).rejects.toThrow(withoutPasskey)
    await screen.approve().catch(() => {})
    expect(runs).toHaveLength(1)
  })
})
