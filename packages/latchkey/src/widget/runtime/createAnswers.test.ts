import { describe, expect, test } from 'vitest'
import { createFacts } from '../../engine/base/facts.ts'
import { createAnswers } from './createAnswers.ts'

const where = { id: 'draft', namespace: 'eip155', caipNetworkId: 'eip155:1' } as const
const result = { hash: `0x${'1'.repeat(64)}` }

function setUp() {
  const facts = createFacts()
  return { facts, answers: createAnswers(facts) }
}

test('WalletSend is answered with what the wallet answers, and closing afterwards changes nothing', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('WalletSend')
  facts.emit('sendAsked', where)
  facts.emit('sent', { ...where, kind: 'native', result })
  answers.giveUp('MODAL_CLOSED')
  expect(await waiting).toEqual(result)
})

test('any other view has no answer', () => {
  const { answers } = setUp()
  expect(answers.await('Account')).toBeUndefined()
  expect(answers.await(undefined)).toBeUndefined()
})

test('closed before the wallet answered it is MODAL_CLOSED', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('WalletSend')
  facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
  // Asked again: what it said before does not count any more.
  facts.emit('sendAsked', where)
  answers.giveUp('MODAL_CLOSED')
  await expect(waiting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
})

test('a refusal stays in the view, and is what it is left with', async () => {
  const { facts, answers } = setUp()
  const waiting = answers.await('WalletSend')
  facts.emit('sendAsked', where)
  facts.emit('sendFailed', { ...where, code: 'SEND_UNKNOWN' })
  answers.giveUp('MODAL_CLOSED')
  await expect(waiting).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
})

describe('what a wallet still shows of an earlier opening', () => {
  const other = { hash: `0x${'2'.repeat(64)}` }
  const next = { ...where, id: 'next' }
  function reopened() {
    const all = setUp()
    all.answers.await('WalletSend')
    all.facts.emit('sendAsked', where)
    all.answers.giveUp('MODAL_CLOSED')
    return { ...all, waiting: all.answers.await('WalletSend') }
  }

  test('is not the answer of the next one', async () => {
    const { facts, waiting } = reopened()
    facts.emit('sent', { ...where, kind: 'native', result })
    facts.emit('sendAsked', next)
    facts.emit('sent', { ...next, kind: 'native', result: other })
    expect(await waiting).toEqual(other)
  })

  test('is not the answer of the next one either while that one asks a wallet of its own', async () => {
    const { facts, waiting } = reopened()
    facts.emit('sendAsked', next)
    facts.emit('sent', { ...where, kind: 'native', result })
    facts.emit('sent', { ...next, kind: 'native', result: other })
    expect(await waiting).toEqual(other)
  })

  test('fails without being why the next one failed, while that one asks a wallet of its own', async () => {
    const { facts, answers, waiting } = reopened()
    facts.emit('sendAsked', next)
    facts.emit('sendFailed', { ...next, code: 'SEND_UNKNOWN' })
    facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
    answers.giveUp('MODAL_CLOSED')
    await expect(waiting).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
  })

  test('nor is it why that one failed', async () => {
    const { facts, answers, waiting } = reopened()
    facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
    answers.giveUp('MODAL_CLOSED')
    await expect(waiting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('keeps nobody from an answer, whether it is ever answered or not', async () => {
    const { facts, waiting } = reopened()
    // By another account, whose wallet is another.
    facts.emit('sendAsked', next)
    facts.emit('sent', { ...next, kind: 'native', result: other })
    expect(await waiting).toEqual(other)
  })

  test('and is over: what is found on the chain without another question is the answer', async () => {
    const { facts, waiting } = reopened()
    facts.emit('sendFailed', { ...where, code: 'SEND_UNKNOWN' })
    facts.emit('sent', { ...where, kind: 'native', result })
    expect(await waiting).toEqual(result)
  })
})

test('opened anew, or destroyed, it was closed', async () => {
  const { facts, answers } = setUp()
  const first = answers.await('WalletSend')
  const second = answers.await('WalletSend')
  await expect(first).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  answers.destroy()
  await expect(second).rejects.toMatchObject({ code: 'DESTROYED' })
  facts.emit('sent', { ...where, kind: 'native', result })
})
