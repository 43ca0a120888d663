import { describe, expect, it } from 'vitest'
import type { ApprovalRequest, PendingApproval } from './approval.ts'
import { type ApprovedWork, createApprovals } from './createApprovals.ts'

const request = { is: 'message', chainId: 'eip155:1', bytes: '0x00' } as unknown as ApprovalRequest

/** One request on the screen, whose work ends when the test says so. */
function open() {
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
      return work.promise
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
})
