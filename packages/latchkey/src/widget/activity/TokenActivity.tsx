import { useMemo, useState } from 'react'
import type { Activity } from '../../engine/nouns/activity/activity.ts'
import { assetKey } from '../../engine/nouns/activity/activityLegs.ts'
import { Button } from '../../ui/button/Button.tsx'
import { List } from '../../ui/list/List.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { tokenTexts } from '../account/accountTexts.ts'
import { useNow } from '../account/useNow.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useLater } from '../shell/useLater.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useResource } from '../shell/useResource.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ActivityRow } from './ActivityRow.tsx'
import { ActivitySkeleton } from './ActivitySkeleton.tsx'
import css from './activity.css'
import { activityTexts } from './activityTexts.ts'
import type { ActivityTranslate } from './activityWords.ts'
import { createFormats } from './createFormats.ts'
import { isSuspicious } from './isSuspicious.ts'
import { loadAside } from './loadAside.ts'
import tokenCss from './tokenactivity.css'
import { useEntries } from './useEntries.ts'

/** Each is a stop of the Tab key: they are few. */
const stop = { tabIndex: 0 } as const
/** Entries that are shown before the visitor asks for more. */
const few = 5

export declare namespace TokenActivity {
  interface Props {
    /** The token's contract; absent for the network's own currency. */
    readonly address: string | undefined
  }
}

/** What the account did with one token, the newest first. Nothing where the services do not answer. */
export function TokenActivity({ address }: TokenActivity.Props) {
  useCss(css)
  useCss(tokenCss)
  const { part: activity } = useResource(useWidget().engine.activity)
  return typeof activity === 'object' ? <Known activity={activity} address={address} /> : null
}

function Known({ activity, address }: TokenActivity.Props & { readonly activity: Activity }) {
  const { push } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const formats = useMemo(() => createFormats(locale), [locale])
  const state = useMachine(activity.machine)
  const { entries, own, sent, awaitsSent } = useEntries(state)
  const t = useTexts(sent?.texts ?? activityTexts) as ActivityTranslate
  const d = useTexts(tokenTexts)
  const now = useNow(60_000)
  const { tokens: spelling } = useFacts()
  const [most, setMost] = useState(few)
  const { at, next, isMore } = state
  const key = assetKey(address, spelling)
  const found = entries.filter(({ hidden, legs }) => !hidden && legs.some(({ asset }) => asset.key === key))
  const { part } = useLater(found.some(isSuspicious), loadAside)
  const aside = typeof part === 'object' ? part : undefined
  // What deserves a warning is not shown before there is one.
  const all = aside ? found : found.filter(entry => !isSuspicious(entry))
  const isAwaited = awaitsSent || (part === undefined && all.length < found.length)
  const isComing = at === 'idle' || at === 'loading' || isAwaited
  if (at === 'failed' || at === 'unserved') return null
  const more = () => {
    setMost(most + few)
    if (all.length < most + few && next !== null) void activity.more()
  }
  return (
    <section className="tokenactivity" aria-busy={isComing && all.length === 0 ? true : undefined}>
      <List heading={d('token.activity')}>
        {all.length === 0 && isComing ? (
          <li>
            <ActivitySkeleton />
          </li>
        ) : (
          all.slice(0, most).map(entry => (
            <li key={entry.id}>
              <ActivityRow
                entry={entry}
                place={stop}
                own={own}
                aside={aside}
                sent={sent}
                now={now}
                onChoose={id => push('WalletTransaction', { id })}
                t={t}
                formats={formats}
              />
            </li>
          ))
        )}
      </List>
      {all.length === 0 && !isComing ? (
        <p className="tokenactivity-none">{d(next === null ? 'token.noActivity' : 'token.noRecent')}</p>
      ) : null}
      {!isComing && (all.length > most || next !== null) ? (
        <Button wide loading={isMore} onClick={more}>
          {t('activity.more')}
        </Button>
      ) : null}
    </section>
  )
}
