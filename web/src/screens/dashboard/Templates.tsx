import { Box, Paper, Table, Title } from '@mantine/core'

import type { DashboardQuery } from '../../api/generated/graphql.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { dashboard } from './words.ts'

type Found = NonNullable<DashboardQuery['messagingDashboard']>['templates']

export function Templates({ templates }: { templates: Found }) {
  const words = useWords(dashboard)
  const format = useFormat()
  return (
    <Paper withBorder p="md" component="section" aria-label={words.templates}>
      <Title order={2} mb="sm">{words.templates}</Title>
      <Box mah={330} style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label={words.templates}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.template}</Table.Th><Table.Th className="number">{words.sent}</Table.Th><Table.Th className="number">{words.delivered}</Table.Th>
              <Table.Th className="number">{words.read}</Table.Th><Table.Th className="number">{words.failed}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {templates.map((one) => (
              <Table.Tr key={one.templateName}>
                <Table.Td>{one.templateName}</Table.Td><Table.Td className="number">{format.number(one.sent)}</Table.Td><Table.Td className="number">{format.percent(one.deliveryRate)}</Table.Td>
                <Table.Td className="number">{format.percent(one.readRate)}</Table.Td><Table.Td className="number">{format.number(one.failed)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
    </Paper>
  )
}
