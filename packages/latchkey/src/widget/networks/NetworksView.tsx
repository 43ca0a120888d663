import { useState } from 'react'
import type { Network } from '../../contract/network.ts'
import { Body } from '../../ui/body/Body.tsx'
import { SearchField } from '../../ui/field/SearchField.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { StatusWords } from '../shell/StatusWords.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { findNetworks } from './findNetworks.ts'
import { NetworkList } from './NetworkList.tsx'
import css from './networks.css'
import { networksTexts } from './networksTexts.ts'

/** More than these are searched rather than read. */
const manyNetworks = 8

/** Networks: where the visitor is and where to go (SPEC §2). */
export function NetworksView() {
  useCss(css)
  const t = useTexts(networksTexts)
  const networks: readonly Network[] = useEngineState(snapshot => snapshot.config.networks)
  const [search, setSearch] = useState('')
  const found = findNetworks(networks, search)
  return (
    <Body>
      {networks.length > manyNetworks ? (
        <div className="networks-search">
          <SearchField
            label={t('networks.search')}
            placeholder={t('networks.search')}
            clearLabel={t('networks.clear')}
            value={search}
            onValue={setSearch}
          />
        </div>
      ) : null}
      {found.length === 0 ? (
        <div className="networks-nothing">
          <StatusWords title={t('networks.nothing', { search })} />
        </div>
      ) : (
        <NetworkList networks={found} />
      )}
    </Body>
  )
}
