import { test } from 'vitest'
import { killPoints, runKillRounds } from './killRounds.fixture.ts'

test('T73: a ramp that is killed at any request on the way pays each order once', () =>
  runKillRounds(killPoints))
