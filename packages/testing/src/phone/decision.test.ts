import { expect, test } from 'vitest'
import { malformAnswer, malformedNames } from '../core/malformedAnswers.ts'
import { isDecision, prepareDecision } from './decision.ts'

test.each(malformedNames)('a garbage decision (%s) decides nothing', name => {
  const decision = prepareDecision().perform({ accounts: [0] })
  expect(isDecision(decision)).toBe(true)
  expect(isDecision(malformAnswer(name, decision))).toBe(false)
})
