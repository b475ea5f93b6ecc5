import type { Language } from '../language'

export const PORTUGUESE: Language & Record<string, string> = {
  edges: 'e obrigado obrigada não sim olá desculpe porque por',
  fillers: 'muito realmente mesmo infelizmente',
  if: 'se/caso',
  not: 'não/nunca/nada/nenhum/nenhuma/sem/nem',
  reported: 'não é que | não quer dizer | não significa | não disse',
  but: 'mas/porém/infelizmente/contudo/embora !obrigado/obrigada',
  request: '. pode/poderia/podem/podemos/poderíamos',

  am: 'estou/estamos/estaria/estaríamos interessado/interessada/interessados/interessadas',
  more: 'mais informações/informação/detalhes',
  call: '(uma/a/um/o/nossa) reunião/chamada/ligação/conversa/call/demo/horário/encontro',
  near: 'SOON | segunda/terça/quarta/quinta/sexta (feira)',
  interested: `
    AM ./em/no/na | tenho/temos (todo) (o) interesse ./em/no/na/sim
    gostaria/gostaríamos/queria/queríamos de saber-mais/conhecer-mais
    gostaria/gostaríamos/queria/queríamos de receber/ter/agendar/marcar/ver MORE/CALL
    envie-me/me-envie/mande-me/me-mande/envie-nos/pode-enviar/podem-enviar/por-favor-envie (_) MORE
    NEAR … funciona/está-bom/fica-bem/serve (para) mim/nós`,
  asks: 'pode/podem/poderia/poderiam (me/nos) enviar/mandar (me/nos) MORE | podemos/poderíamos agendar/marcar/fazer CALL',
  booked: `
    marquei/agendei/marcamos/agendamos/acabei-de-marcar/acabei-de-agendar CALL para/na/no
    confirmo/confirmamos (a) CALL | aceitei/aceitamos o (seu/vosso) convite`,

  offer: 'em/na/no/nesta/neste sua/seu/vossa/vosso/proposta/produto/serviço/esta/este/isso | nisso/nisto',
  refused: `
    não AM ./OFFER | . não interessado/interessada . | não tenho/temos (qualquer/nenhum) interesse ./OFFER | . sem interesse .
    não me/nos interessa/interessam ./isso/isto/a-sua/a-vossa/o-seu/o-vosso
    não preciso/precisamos disso/disto/deste-serviço/dos-seus-serviços/dos-vossos-serviços`,
  alone: '. não (,) (muito) obrigado/obrigada .',

  now: 'no-momento/neste-momento/nesse-momento/por-agora/por-enquanto/agora/atualmente/de-momento/este-ano',
  return: `
    contacte-me/contate-me/me-contate/contacte-nos/entre-em-contato/entre-em-contacto/volte-a/voltem-a/fale-comigo/fale-connosco
    fale-conosco/escreva/me-escreva/me-procure/retome/retomamos/voltamos-a-falar/falamos`,
  later: `
    não/nenhum/nenhuma … … NOW | . NOW não .
    NOW (,) não AM/temos/tenho/é-uma-prioridade/precisamos | não é o/um (bom/melhor) momento
    RETURN … … mais-tarde/mais-adiante/mais-para-a-frente/FAR | de-novo/novamente/outra-vez … TIME
    talvez/quem-sabe … mais-tarde/FAR | não antes-de/até FAR`,

  responsible:
    'é o/a responsável/pessoa-certa/pessoa-indicada | é quem cuida/trata/decide | cuida/trata disso',
  wrong: `
    não sou (eu) (a) pessoa certa/indicada/correta/adequada/responsável | não sou (eu) (o/a) responsável/contato/contacto
    pessoa errada | saí/saiu da empresa
    já não trabalho/trabalha aqui/na/no/para/em/com | não trabalho/trabalha mais aqui/na/no/para/em/com
    colega (_) RESPONSIBLE | o-nosso/a-nossa _ (_) RESPONSIBLE`,
  refers:
    'contacte/contate/contactar/contatar/escreva/escrever/fale/falar/entre-em-contacto/entre-em-contato (com/para/a/o) !SELF',
  self: '(com/para) mim/nós/me | meu email/endereço',
  away: 'férias | fora do escritório | ausente/ausência',

  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  numbers: 'um/uma dois/duas três quatro cinco seis sete oito nove dez onze doze',
  ordinals: 'primeiro segundo terceiro quarto',
  units: 'dia/dias semana/semanas mês/meses trimestre ano/anos',
  in: 'em/dentro-de/daqui-a',
  parts: 'início/começo meados fim/final depois em/até/a-partir-de/desde/próximo',
  next: 'próxima-semana/semana-que-vem próximo-mês/mês-que-vem próximo-trimestre próximo-ano/novo-ano/ano-que-vem',
  someDay: `
    em/dentro-de/daqui-a alguns/algumas semanas/meses | na primavera | no outono | depois das/do/da/dos/de férias/festas/verão/natal`,
}
