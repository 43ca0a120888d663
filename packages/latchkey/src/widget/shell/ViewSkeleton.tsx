import { Body } from '../../ui/body/Body.tsx'
import { List } from '../../ui/list/List.tsx'
import { SkeletonRow } from '../../ui/skeleton/SkeletonRow.tsx'
import { shellTexts } from './shellTexts.ts'
import { useTexts } from './useTexts.ts'

/** Replaces a view while its chunk loads. */
export function ViewSkeleton() {
  const t = useTexts(shellTexts)
  return (
    <Body>
      <div aria-busy="true">
        <List label={t('shell.loading')}>
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
        </List>
      </div>
    </Body>
  )
}
