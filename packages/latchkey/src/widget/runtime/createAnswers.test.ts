import { describe, expect, test } from 'vitest'
import { createError } from '../../contract/errors/createError.ts'
import { createFacts } from '../../engine/base/facts.ts'
import { createAnswers } from './createAnswers.ts'

const where = { id: 'draft', namespace: 'eip155', caipNetworkId: 'eip155:1' } as const
const result = { hash: `0x${'1'.repeat(64)}` }

function setUp() {
  const facts = createFacts()
  const batches = new Map([['0xb', Promise.resolve(result.hash)]])
  const hashOf = (id: string) => batches.get(id) ?? Promise.reject(createError('SEND_FAILED'))
  const paid = { status: 'cancelled', verified: true } as const
  return { facts, answers: createAnswers(facts, hashOf, () => paid) }
}

test("answers WalletSend with the wallet's result, and closing afterwards changes nothing", async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('WalletSend')
  facts.emit('sendAsked', where)
  facts.emit('sent', { ...where, kind: 'native', result })
  answers.giveUp('MODAL_CLOSED')
  expect(await waiting).toEqual(result)
})

test('answers Swap with the swap, and with no transfer', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('Swap')
  facts.emit('sent', { ...where, kind: 'native', result: { hash: `0x${'2'.repeat(64)}` } })
  facts.emit('swapAsked', where)
  facts.emit('swapped', { ...where, result })
  expect(await waiting).toEqual(result)
})

test('rejects Swap with the refusal when the visitor leaves it', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('Swap')
  facts.emit('swapAsked', where)
  facts.emit('swapFailed', { ...where, code: 'SEND_REJECTED' })
  answers.giveUp('MODAL_CLOSED')
  await expect(waiting).rejects.toMatchObject({ code: 'SEND_REJECTED' })
})

test("answers Swap with the hash that the wallet's batch came to, also when it is closed meanwhile", async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('Swap')
  facts.emit('swapAsked', where)
  facts.emit('swapped', { ...where, result: { id: '0xb' } })
  answers.giveUp('MODAL_CLOSED')
  expect(await waiting).toEqual(result)
})

test('rejects Swap where the batch never reached the chain', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('Swap')
  facts.emit('swapAsked', where)
  facts.emit('swapped', { ...where, result: { id: '0xother' } })
  await expect(waiting).rejects.toMatchObject({ code: 'SEND_FAILED' })
})

test('gives other views no answer', () => {
  const { answers } = setUp()
  expect(answers.await('Account')).toBeUndefined()
  expect(answers.await(undefined)).toBeUndefined()
})

test('rejects with MODAL_CLOSED when closed before the wallet answered', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('WalletSend')
  facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
  // Asked again: what it said before does not count any more.
  facts.emit('sendAsked', where)
  answers.giveUp('MODAL_CLOSED')
  await expect(waiting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

test('rejects with the refusal when the visitor leaves the view', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('WalletSend')
  facts.emit('sendAsked', where)
  facts.emit('sendFailed', { ...where, code: 'SEND_UNKNOWN' })
  answers.giveUp('MODAL_CLOSED')
  await expect(waiting).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
})

describe('a wallet request of an earlier opening', () => {
  const other = { hash: `0x${'2'.repeat(64)}` }
  const next = { ...where, id: 'next' }
  function reopened() {
    const all = setUp()
    all.answers.await('WalletSend')
    all.facts.emit('sendAsked', where)
    all.answers.giveUp('MODAL_CLOSED')
    return { ...all, waiting: all.answers.await('WalletSend') }
  }

  test('does not answer the next opening', async () => {
    const { facts, waiting } = reopened()
    facts.emit('sent', { ...where, kind: 'native', result })
    facts.emit('sendAsked', next)
    facts.emit('sent', { ...next, kind: 'native', result: other })
    expect(await waiting).toEqual(other)
  })

  test('does not answer the next opening while that asks a wallet itself', async () => {
    const { facts, waiting } = reopened()
    facts.emit('sendAsked', next)
    facts.emit('sent', { ...where, kind: 'native', result })
    facts.emit('sent', { ...next, kind: 'native', result: other })
    expect(await waiting).toEqual(other)
  })

  test('does not fail the next opening while that asks a wallet itself', async () => {
    const { facts, answers, waiting } = reopened()
    facts.emit('sendAsked', next)
    facts.emit('sendFailed', { ...next, code: 'SEND_UNKNOWN' })
    facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
    answers.giveUp('MODAL_CLOSED')
    await expect(waiting).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
  })

  test('does not fail the next opening', async () => {
    const { facts, answers, waiting } = reopened()
    facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
    answers.giveUp('MODAL_CLOSED')
    await expect(waiting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('does not block the answer of the next opening, whether it is ever answered or not', async () => {
    const { facts, waiting } = reopened()
    // By another account, whose wallet is another.
    facts.emit('sendAsked', next)
    facts.emit('sent', { ...next, kind: 'native', result: other })
    expect(await waiting).toEqual(other)
  })

  test('is over after its failure: a transaction found on the chain answers the next opening', async () => {
    const { facts, waiting } = reopened()
    facts.emit('sendFailed', { ...where, code: 'SEND_UNKNOWN' })
    facts.emit('sent', { ...where, kind: 'native', result })
    expect(await waiting).toEqual(result)
  })
})

test('rejects the earlier result when opened again or destroyed', async () => {
  const { facts, answers } = setUp()
  const first = answers.await('WalletSend')
  const second = answers.await('WalletSend')
  await expect(first).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  answers.destroy()
  await expect(second).rejects.toMatchObject({ code: 'DESTROYED' })
  facts.emit('sent', { ...where, kind: 'native', result })
})

test('answers Pay with how far it has come when it is closed, and rejects when it is not offered', async () => {
  const { answers } = setUp()
  const closed = answers.await('Pay')
  answers.giveUp('MODAL_CLOSED')
  expect(await closed).toEqual({ status: 'cancelled', verified: true })
  const hidden = answers.await('Pay')
  answers.giveUp('PAYMENT_UNSUPPORTED')
  await expect(hidden).rejects.toMatchObject({ code: 'PAYMENT_UNSUPPORTED' })
})
