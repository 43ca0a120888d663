import * as v from 'valibot'
import { countrySchema } from '../../../contract/orders.ts'
import type { StoredKey } from '../../base/stored.ts'

/** The country that the visitor chose for buying and deposits: ISO 3166-1, or with its part. */
export const countryKey: StoredKey<string> = {
  name: 'buyCountry',
  version: 1,
  parse(data) {
    const parsed = v.safeParse(countrySchema, data)
    return parsed.success ? parsed.output : undefined
  },
}
