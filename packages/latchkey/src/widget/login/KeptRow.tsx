import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon/Icon.tsx'
import { wallet } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { loginTexts } from './loginTexts.ts'
import { pressOpen } from './pressSocial.ts'

/** In Connect: the wallet of the last login, which a window keeps where the browser stores nothing for the frame. */
export function KeptRow({ gated }: { readonly gated: boolean }) {
  const widget = useWidget()
  const t = useTexts(loginTexts)
  const { storage } = widget.engine.ctx
  const [kept, setKept] = useState<{ readonly note: string; readonly username: string | undefined }>()
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const { keptNote } = await import('../../embedded/keptNote.ts')
      const read = await storage.read(keptNote)
      if (!read) return
      const { loginKey } = await import('../../embedded/restoreLogin.ts')
      const login = await storage.read(loginKey)
      if (!isOver) setKept({ note: read.note, username: login?.username })
    }
    // Without its code the other ways are there.
    look().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [storage])
  if (!kept) return null
  return (
    <List label={t('login.openKept')}>
      <Row
        id="kept"
        name={t('login.openKept')}
        detail={kept.username}
        icon={<Icon shape={wallet} />}
        end="chevron"
        onClick={() => {
          if (!gated) pressOpen(widget, kept.note)
        }}
      />
    </List>
  )
}
