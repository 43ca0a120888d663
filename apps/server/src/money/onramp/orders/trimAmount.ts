import { decimalSchema } from 'latchkey/services'
import * as v from 'valibot'

/** An amount as the wire takes it, without digits behind the 18th; undefined for a text that is none. */
export function trimAmount(text: string | null | undefined): string | undefined {
  const [, whole, fraction] = /^(\d{1,60})(?:\.(\d{1,100}))?$/.exec(text ?? '') ?? []
  if (whole === undefined) return undefined
  const left = whole.replace(/^0+(?=\d)/, '')
  const right = (fraction ?? '').slice(0, 18).replace(/0+$/, '')
  const trimmed = right === '' ? left : `${left}.${right}`
  return v.is(decimalSchema, trimmed) ? trimmed : undefined
}
