import { Badge, Button, Group, Table, Text, Tooltip } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { PlanPanel } from './PlanPanel.tsx'
import { priceName } from './priceName.ts'
import { isGeneral } from './prices.ts'
import { categories, pricingPlansQuery, type Plan } from './queries.ts'
import { pricing } from './words.ts'

// Pricing shows what messages cost the firms.
export default function Pricing() {
  const words = { ...useWords(general), ...useWords(pricing) }
  const title = useWords(screenNames).pricing
  const [, setOpen] = useAddress('open')
  const [{ data, error }, again] = useQuery({ query: pricingPlansQuery, requestPolicy: 'cache-and-network' })
  const plans = data?.pricingPlans
  return (
    <Page title={title} text={words.text} actions={<Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')} data-testid="new-plan">{words.newPlan}</Button>}>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!plans && !error && <Rows />}
      {plans?.length === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {plans && plans.length > 0 && (
        <Table.ScrollContainer minWidth={820}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.name}</Table.Th>
                <Table.Th>{words.currency}</Table.Th>
                {categories.map((category) => <Table.Th key={category} ta="right">{words.categories[category]}</Table.Th>)}
                <Table.Th>{words.changed}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{plans.map((plan) => <Row key={plan.id} plan={plan} edit={() => setOpen(plan.id)} />)}</Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {plans && <PlanPanel plans={plans} />}
    </Page>
  )
}

function Row({ plan, edit }: { plan: Plan; edit: () => void }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const language = useLanguage()
  const format = useFormat()
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={550}>{plan.name}</Text>
          {plan.isDefault && <Badge variant="light">{words.standard}</Badge>}
          {plan.chargeOn === 'Delivered' && <Badge variant="light" color="gray">{words.chargedOn.Delivered}</Badge>}
          {!plan.isActive && <Badge variant="light" color="gray">{words.inactive}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">{plan.description}</Text>
      </Table.Td>
      <Table.Td>{plan.currency}</Table.Td>
      {categories.map((category) => {
        const prices = plan.prices.filter((price) => price.category === category)
        const price = prices.find(isGeneral)
        const specific = prices.filter((price) => !isGeneral(price))
        return (
          <Table.Td key={category} className="number">
            {price?.unitPrice ? (
              <Tooltip label={words.since(format.day(price.validFrom))}><span>{format.money(price.unitPrice, plan.currency)}{price.unit === 'Segment' && ` ${words.units.Segment}`}</span></Tooltip>
            ) : (
              <Text size="sm" c="dimmed">{words.free}</Text>
            )}
            {price && price.freePerMonth > 0 && <Text size="xs" c="dimmed">{words.freeUnits(format.number(price.freePerMonth))}</Text>}
            {specific.slice(0, 3).map(({ country, kind, unitPrice }) => (
              <Text key={`${country} ${kind}`} size="xs" c="dimmed">{priceName({ country, kind }, words, language)} {format.money(unitPrice, plan.currency)}</Text>
            ))}
            {specific.length > 3 && <Text size="xs" c="dimmed">{words.moreSpecific(format.number(specific.length - 3))}</Text>}
          </Table.Td>
        )
      })}
      <Table.Td>{format.day(plan.updatedAt)}</Table.Td>
      <Table.Td ta="right"><Button variant="subtle" size="compact-sm" data-open aria-label={words.editPlan(plan.name)} onClick={edit}>{words.edit}</Button></Table.Td>
    </Table.Tr>
  )
}
