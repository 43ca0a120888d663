import type { NameZone } from '../../contract/nameZone.ts'
import { cleanName } from '../../engine/nouns/identity/cleanName.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { namesTexts } from './namesTexts.ts'

/** The domain of the services, which is what can be checked about them. */
export function domainOf(api: string | undefined): string {
  return api !== undefined && URL.canParse(api) ? new URL(api).host : ''
}

/** Who runs the zone and what that means, to be read before signing. */
export function ZoneWords({ zone }: { readonly zone: NameZone }) {
  const t = useTexts(namesTexts)
  const domain = domainOf(useEngineState(({ config }) => config.endpoints?.api))
  const operator = zone.operator === null ? undefined : cleanName(zone.operator, 80)
  const values = { domain, zone: `.${zone.name}` }
  return (
    <p className="names-zone">
      {operator === undefined ? t('names.runsUnnamed', values) : t('names.runs', { ...values, operator })}
    </p>
  )
}
