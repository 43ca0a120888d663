import type { QuoteFault } from 'latchkey/services'
import * as v from 'valibot'
import { ConvertFault } from '../../convertProvider.ts'
import { lifiErrorSchema, lifiToolErrorsSchema } from './lifiShapes.ts'

/** LI.FI's codes of errors (`@lifi/types` 18.4.0, `errors.ts`); others are faults of the service. */
const reasons: Readonly<Record<number, QuoteFault>> = {
  1001: 'no-route',
  1002: 'no-route',
  1003: 'token',
  1004: 'no-route',
  1005: 'rate-limited',
  // What would arrive is below what the slippage allows.
  1007: 'liquidity',
  // Of what we send, only the token is a visitor's choice.
  1011: 'token',
}

/** Why tools have no quote, the most telling first: a reason counts if every tool that says why has it. */
const toolReasons: readonly (readonly [QuoteFault, readonly string[]])[] = [
  ['too-small', ['AMOUNT_TOO_LOW', 'FEES_HIGHER_THAN_AMOUNT']],
  ['liquidity', ['INSUFFICIENT_LIQUIDITY', 'AMOUNT_TOO_HIGH', 'CANNOT_GUARANTEE_MIN_AMOUNT']],
]
/** Codes that say nothing of the swap. */
const silent: ReadonlySet<string> = new Set([
  'NO_POSSIBLE_ROUTE',
  'TOOL_TIMEOUT',
  'UNKNOWN_ERROR',
  'RPC_ERROR',
  'TOOL_SPECIFIC_ERROR',
])

/** A refusal of LI.FI as a reason. */
export function lifiFault(status: number, body: unknown): ConvertFault {
  const error = v.safeParse(lifiErrorSchema, body)
  const code = error.success ? error.output.code : undefined
  const known = code === undefined || !Object.hasOwn(reasons, code) ? undefined : reasons[code]
  const codes = error.success ? toolCodes(error.output.errors) : []
  const told = codes.filter(each => !silent.has(each))
  const byTools = toolReasons.find(
    ([, like]) => told.length > 0 && told.every(each => like.includes(each)),
  )?.[0]
  const reason = known === 'no-route' ? (byTools ?? known) : known
  return new ConvertFault(reason ?? (status === 451 ? 'blocked' : 'unavailable'), {
    message: `LI.FI answered HTTP ${status}${code === undefined ? '' : ` with ${code}`}`,
  })
}

function toolCodes(errors: unknown): readonly string[] {
  const read = v.safeParse(lifiToolErrorsSchema, errors)
  return read.success ? read.output.map(({ code }) => code) : []
}
