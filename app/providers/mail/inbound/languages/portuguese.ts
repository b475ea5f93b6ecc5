import type { Words } from './words'

export const PORTUGUESE: Words & Record<string, string> = {
  edges: 'e obrigado obrigada mas ou porque cumprimentos atenciosamente',
  fillers: 'muito também por-favor favor gentilmente imediatamente definitivamente já gentileza',

  me: 'me/nos/nós/mim | (o/a/os) meu/nosso/minha/nossa/meus/nossos/este/esta (endereço) (de) (email/correio/eletrônico/eletrónico) email/mail/endereço/contato/contacto/contatos/contactos/nome/dados/empresa/cadastro',
  emails:
    'email/emails/mail/mails/mensagem/mensagens/publicidade/comunicação/comunicações/newsletter/newsletters/ofertas/propostas/contatos/contactos/contato/contacto/spam/promoções/envios/correspondência/solicitações',
  list: 'lista/listas/base/bases/cadastro/cadastros/sistema/newsletter/mailing/crm/registos/registros/campanha/campanhas/envios/contatos/contactos',
  from: 'da/das/de/do/dos/em (sua/suas/vossa/vossas/seu/seus/vosso/tua/esta/desta/todas-as/toda) LIST | desta/dessa/destas LIST',
  take: 'remov*/retir*/tir*/exclu*/apagu*/apag*/elimin*/descadastr*/cancel*',
  write: 'escrev*/envi*/mand*/contact*/contat*/incomod*/insist*/remet*',
  more: 'mais/nenhum/nenhuma/outros/outras/novos/novas/estes/estas/seus/suas/futuros/futuras/quaisquer/qualquer',

  not: 'não/nunca/sem',
  reported:
    'clique/clicando/clicar | se não/já-não deseja/desejar/quiser/quer (mais) receber | para cancelar/descadastrar/remover-se | disse/dizem/respondem/clientes/usuários/utilizadores/alguém/por-que/como/quando',
  except: 'antes/até/segunda/<day>/semana/durante/amanhã/hoje/ligue/liguem/telefone/esperar',
  remove: `
    TAKE ME (EMAILS) FROM | ME TAKE FROM | ser/sermos TAKE FROM | TAKE (nos/me) FROM | TAKE FROM | TAKE ME . | TAKE me/nos . | ME TAKE .
    remoção/exclusão/eliminação/cancelamento (do/da/dos/de) meu/nosso/meus/nossos/minha/nossa email/contato/contacto/dados/endereço/nome/inscrição/cadastro/FROM | cancel*/anul* … inscrição/subscrição/assinatura | opor/opomos/oponho … tratamento/uso | direito (de/ao) oposição/apagamento/esquecimento | descadastr*`,
  noMore: `
    não (nos/me) voltem/volte/voltar/voltassem (a) (WRITE) | não (nos/me) WRITE mais (EMAILS) | não WRITE (nos/me) mais (EMAILS) | não (mais) (nos/me) WRITE (MORE) (EMAILS) (mais)  no-futuro/nunca-mais/novamente
    (que) não (nos/me) WRITE/voltassem MORE/a (EMAILS) | não WRITE mais EMAILS | não receber/recebermos/ser/sermos/voltar-a-receber (mais) (MORE) EMAILS/contactad*/contatad*
    preferimos/preferia/preferíamos/preferiria/prefiro/agradecia/agradecíamos/agradecemos/agradeço/agradeceria/agradeceríamos/pedimos/peço/pedia/gostaria/gostaríamos/solicitamos/solicito … não … (mais) receber/WRITE/ser/EMAILS
    não queremos/quero/desejamos/desejo/gostaríamos/gostaria/pretendemos/pretendo/temos-interesse-em/tenho-interesse-em (mais) (de) (continuar-a) receber/ser … EMAILS/contactad*/contatad*/mais | deixem/deixe/deixar/parem/pare/parar/cessem/cesse/cessar (já) (de/com) nos/me/os/estes/seus WRITE/EMAILS
    deixem/deixe/deixassem/parem/pare de WRITE (nos/me) | abster/abstenham/abstenha/evitem/evite/evitar … WRITE/EMAILS | sem/nenhum/nenhuma/chega-de (MORE) EMAILS (MORE)`,
  perhaps:
    'não precisa/precisam/insista/insistam/é-necessário insistir/enviar/escrever | não insista/insistam | lgpd/rgpd | é/isto/como spam | não-solicitad* | como (faço) (para) cancelar/sair . | deixe*-me/deixem (em) paz | não (me/nos) WRITE . | sair da lista',

  away: `
    a tempo parcial | meio período | estou/estarei/estamos/estaremos/encontro-me/encontrar-me-ei/está/estará/vou-estar (_) (_) fora/férias/ausente/ausentes/licença/baixa/viagem/viajando/fechad*/folga/indisponível/atestado/recesso | fora (do) escritório | (de) férias (_) (até/de/do) | estou/estarei (_) (_) (_) até (o/ao/dia) <day> | não estou/estarei/estamos (_) no/disponível/contactável/contatável (escritório)
    regresso/volto/retorno/regressarei/voltarei/retornarei/de-volta/voltamos/retornamos (ao/a/no) (_) escritório/trabalho em/no-dia/a/dia/na/a-partir-de (dia) <day> | escritório/empresa/loja (_) está/estará/estarão (_) fechad* | licença (de/-) maternidade/paternidade/médica | licença-maternidade`,
  covered: `
    urgente/urgentes/urgência/urgências/emergência/imediata/imediato … … … … contact*/contat*/fal*/escrev*/procur*/lig*/dirij*/<address>/envi*/entrar | contact*/contat*/fal*/escrev*/procur*/lig*/dirij* … … … … <address>/urgente/urgentes/urgência
    na/durante (a) minha/nossa/meu/este/esse ausência/período | entretanto | enquanto isso | nesse/neste período | (me) substitui/substituirá/cobre | o/a/lhe/vos/poderá/irá ajudará/ajudar/atenderá/atender
    (EMAILS) … não serão/será/são/é (_) lid*/encaminhad*/reencaminhad*/respondid*/monitorad* | acesso/ligação … limitad*/email/emails/internet | verei/consultarei/verificarei … email/emails/esporadicamente`,
  later:
    'responderei/responderemos/retornarei/lerei/retorno/respondo … … regresso/retorno/voltar/regressar/possível/volta | no/após-o/ao (meu) regresso/retorno | assim que possível/regressar/voltar/retornar | resposta/respostas … demor*/atras*',
  left: '(já) não trabalho/trabalha/faço/faz/colaboro (mais) (parte) (_) (_) na/no/aqui/da/em/para/mais | não trabalho/trabalha/faço/faz mais | deixei/deixou/saí/saiu (_) (da/de) (a) empresa/trabalhar/companhia/organização | aposentei/aposentou/reformei/reformou | conta/caixa/endereço/email (_) (_) (já) (não/foi) (está/é/será/se) (mais) ativ*/activ*/utilizad*/usad*/desativad*/desactivad*/válid*/monitorad*/encerrad*',
  received:
    'recebemos/recebi/registámos/registramos/registrado/registado/abrimos (_) (sua/seu/tua/vossa/um/o/a) EMAILS/solicitação/pedido/mensagem/chamado/ticket/questão/contato/contacto | (sua/seu/vossa/vosso) EMAILS/solicitação/pedido/chamado (_) (foi/está) (_) recebid*/registad*/registrad*/abert* | acusamos (a/o) receção/recepção/recebimento | confirm* (de/a/o) recebimento/receção',
  promise:
    'responderemos/responderá/responderei/contactaremos/contataremos/entraremos/entrará/retornaremos/retorno/resposta/atenderá/responder … … … … breve/possível/horas/dias/úteis/<day>/prazo/rapidamente/brevidade | (o/com) (mais) breve/brevidade (possível) | (em/até) <day> horas/dias | horário (de)',
  ticket:
    'número/referência/ticket/protocolo/chamado/processo/caso (de/é/nº/n) … <day> | mantenha/indique/guarde/cite/mencione … referência/número/assunto/protocolo | (no) assunto | (com/sob) (o/a) número/referência/protocolo',
  challenge:
    'confirm*/clique/verifi*/prove/comprove … … … … pessoa/humano/robô/link/remetente/identidade/real | filtro/antispam/anti-spam/spam/lixo … … … mensagem/fila/espera/retida/uso/utilizo/protegid* | mensagem/email está/ficou (_) espera/retid*/fila/quarentena | seus/futuros EMAILS … chegarão/entregues/passarão',
  automatic: 'mensagem/resposta/email/gerad*/enviad*/notificação (_) (_) automátic*/automaticamente',
  courtesy:
    'obrigad*/agradecemos/agradeço pelo/pela/o/a/por … EMAILS/interesse/compreensão/paciência/contacto/contato/solicitação/seu/sua | obrigad* . | com-os-melhores cumprimentos | atenciosamente | boas/feliz/bom/boa festas/natal/dia/férias/semana/ano | desculp* pelo/pela/por … | não responda/respondam/responder (a) este/esta/esse/essa',
  personal:
    'temos-interesse/tenho-interesse/interessad*/interessa/interessante/orçamento/preço/preços/proposta/contrato/reunião/demo/encomenda/comprar/amostra/amostras/fatura/gostei/gostámos/gostamos/amanhã/hoje/sim/quero/quanto/quando-podemos/porquê/poderia-enviar/mande/envie-me/me-ligue/falamos/mesmo-assim/escreva-me/dá-jeito/próxima-semana/contate-cora',
}
