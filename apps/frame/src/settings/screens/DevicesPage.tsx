import { Button, List, Row, Tag } from 'latchkey/ui'
import { useState } from 'react'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { endOtherSessions, revokeDevice } from '../leaveEverywhere.ts'
import type { KnownDevice } from '../readFacts.ts'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import { PageActions } from './PageActions.tsx'
import type { PageProps } from './page.ts'

/** Every browser that has the wallet under some site, and taking one back (T82). */
export function DevicesPage({ login, facts, t, day, sure, reload, back }: PageProps) {
  const [chosen, choose] = useState<KnownDevice | 'others'>()
  const [isAlone, setAlone] = useState(false)
  const nameOf = ({ name }: KnownDevice) => name ?? t('settings.device')
  if (chosen === 'others')
    return (
      <ConfirmPanel
        title={t('settings.others')}
        hint={t('settings.othersHint')}
        verb={t('settings.others')}
        work={async () => {
          await sure(() => endOtherSessions(login, facts.user))
          setAlone(true)
          choose(undefined)
        }}
        t={t}
        back={() => choose(undefined)}
      />
    )
  if (chosen)
    return (
      <ConfirmPanel
        title={t('settings.deviceTitle')}
        hint={t('settings.deviceHint', { name: nameOf(chosen), page: hostOf(chosen) })}
        verb={t('settings.deviceTake')}
        work={async () => {
          await sure(() => revokeDevice(login, chosen))
          await reload()
          choose(undefined)
        }}
        t={t}
        back={() => choose(undefined)}
      />
    )
  return (
    <LoginPanel title={t('settings.devices')} hint={t('settings.devicesHint')}>
      <List label={t('settings.devices')}>
        {facts.devices.map(device => {
          const { isCurrent, canSign, lastSeenAt } = device
          const detail = t(canSign ? 'settings.deviceSeen' : 'settings.deviceSeenOut', {
            page: hostOf(device),
            date: day(lastSeenAt),
          })
          return isCurrent ? (
            <Row
              key={device.device}
              still
              name={nameOf(device)}
              detail={detail}
              tag={<Tag tone="success">{t('settings.deviceThis')}</Tag>}
            />
          ) : (
            <Row
              key={device.device}
              name={nameOf(device)}
              detail={detail}
              end="chevron"
              onClick={() => choose(device)}
            />
          )
        })}
      </List>
      {isAlone ? (
        <p className="login-note" role="status">
          {t('settings.othersDone')}
        </p>
      ) : null}
      <PageActions t={t} back={back}>
        {facts.devices.length > 1 && !isAlone ? (
          <Button wide onClick={() => choose('others')}>
            {t('settings.others')}
          </Button>
        ) : null}
      </PageActions>
    </LoginPanel>
  )
}

/** The page, without what all of them begin with. */
function hostOf({ page }: KnownDevice): string {
  return page.replace(/^https?:\/\//, '')
}
