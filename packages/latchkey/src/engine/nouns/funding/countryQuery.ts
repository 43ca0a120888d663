import type { EngineContext } from '../../context.ts'
import { countryKey } from './countryKey.ts'

/** The country that the visitor chose, as calls take it; without one the services take their own. */
export async function countryQuery({
  storage,
}: Pick<EngineContext, 'storage'>): Promise<{ readonly country?: string }> {
  const country = await storage.read(countryKey)
  return country === undefined ? {} : { country }
}
