import type { Words } from './words'

export const FRENCH: Words & Record<string, string> = {
  edges: 'et merci mais ou car donc cordialement bonjour',
  fillers:
    'bien vraiment aussi donc gentiment immédiatement désormais dorénavant définitivement également svp',

  me: 'me/m/nous/moi/mon-nom/notre-nom | mon/notre/mes/nos/cette/l (adresse) (email/mail/électronique) adresse/mail/email/coordonnées/données/contact/contacts/nom/entreprise/société/courriel',
  emails:
    'email/emails/mail/mails/message/messages/courriel/courriels/courrier/courriers/newsletter/newsletters/sollicitation/sollicitations/publicité/publicités/offre/offres/prospection/démarchage/relance/relances/communication/communications/envoi/envois/spam/spams/propositions/contact/prospections',
  list: 'liste/listes/base/bases/fichier/fichiers/newsletter/mailing/mailings/envois/contacts/système/crm/diffusion/carnet/registres/campagne/campagnes !des-orateurs',
  from: 'de/des/à/du (toutes/tous) (votre/vos/la/cette/ces/toute/les) LIST',
  take: 'retirer/supprimer/enlever/désinscrire/désabonner/rayer/effacer/ôter/exclure/retirez/supprimez/enlevez/désinscrivez/désabonnez/rayez/effacez/excluez/retirée/retiré/supprimée/supprimé/désinscrit/désinscrite/désabonné/désabonnée/rayé/enlevé/sortir/sortez/radier',
  write:
    'contacter/écrire/envoyer/solliciter/adresser/relancer/démarcher/contactez/écrivez/envoyez/sollicitez/relancez/démarchez/recontacter/recontactez/importuner/importunez/contactiez/écriviez/envoyiez/sollicitiez/envoie/contacte/écris',

  not: 'pas/jamais',
  reported:
    'cliquez | cliquer/cliquant ici/sur | pour vous désabonner/désinscrire | si vous ne (plus) souhaitez/voulez/désirez (plus/pas) recevoir | dit/disent/répondent/clients/utilisateurs/pourquoi/comment/quelqu/personne',
  except:
    'mais-à/avant/sauf/lundi/<day>/week-end/pendant/demain/aujourd/appelez/téléphone/intermédiaires/jusqu/plutôt',
  done: 'contacté/contactée/contactés/contactées/sollicité/sollicitée/sollicités/sollicitées/démarché/démarchée/démarchés/relancé/relancée/relancés/recontacté/recontactés/importuné/importunés/inscrit/dérangé/dérangés',
  wish: 'souhaitons/souhaite/voulons/veux/désirons/désire/tenons/tiens/souhaiterais/souhaiterions/voudrais/voudrions',
  prefer:
    'préférons/préfère/préférerions/préférerais/préfèrerions/préfèrerais/aimerions/aimerais/apprécierais/apprécierions',
  end: 'cesser/cessez/arrêter/arrêtez/stopper/stoppez/stop/arrête',
  remove: `
    (je/nous) me/nous désabonne/désabonnons/désinscris/désinscrivons | souhaite/souhaitons/veux/voudrais/voudrions (être/me/nous) désabonner/désinscrire/désabonné/désinscrit (ME) .
    (me/nous) (faire) TAKE (ME) … FROM | TAKE nous/moi/ME … FROM | TAKE ME . | TAKE nous/moi . | (me/nous) (faire) désinscrire/désabonner (ME) ./ME | me/nous (faire) rayer/retirer/supprimer (ME) ./ME
    (être) TAKE FROM | suppression/effacement/retrait de/totale (ME) … données/coordonnées/adresse/FROM/mail/email | droit (à) (l) effacement/opposition/oubli | oppose/opposons (à) … utilisation/traitement/EMAILS/prospection`,
  noMore: `
    ne plus figurer/apparaître dans/sur (votre/vos) LIST | ne plus (jamais) (nous/me/m) (être/faire) WRITE/DONE/recevoir | ne (me/nous/m) WRITE (donc) plus | ne WISH (donc) plus/pas/nullement (à/à-ce-que) (être) (continuer-à) DONE
    ne WISH (donc) plus/pas (continuer-à) recevoir (plus) (de/d/vos/ces/aucun/aucune/votre) (autre/autres/futurs/nouveaux) EMAILS | ne WISH plus recevoir | PREFER (ne) plus (être) DONE/recevoir/WRITE
    PREFER ne pas (être) DONE | PREFER ne pas/plus recevoir (plus) (de/d/vos/ces) (autre/autres) EMAILS | PREFER … ne (nous/me/m) WRITE plus/pas
    END (de/d) (nous/m/me) WRITE | END (de/à/tout/toute/tous/vos/ces/les/aux/l/cet/cette) (vos/ces/les) EMAILS | abstenir/abstenez/abstiendrez/dispenser/dispensez (de/d) … WRITE/EMAILS
    plus de/d/aucun/aucune EMAILS | plus recevoir (de/d/vos/ces) EMAILS | mettre/mettez fin/un-terme à vos/ces/cette/tout EMAILS`,
  perhaps: `
    inutile (de) (nous/me) relancer/recontacter/contacter/insister/écrire | pas (la-peine) (de) (nous/me) relancer/recontacter | rgpd/cnil | désinscription/désabonnement/désinscrire/désabonner | comment … désabonner/désinscrire .
    où avez-vous eu/trouvé/obtenu … adresse/mail/coordonnées | non sollicité/sollicitée/sollicités/désirés/désiré | laissez (moi/nous) tranquille/tranquilles | ne (me/nous) relancez/recontactez pas | ne pas (nous/me) relancer/recontacter`,

  away: `
    à temps partiel | suis/serai/sommes/serons/suis-actuellement/est/sera (_) (_) actuellement/présentement (en) congé/congés/vacances/déplacement/formation/arrêt | absent/absente/absents/absentes/congé/congés/vacances/déplacement/fermé/fermés/fermée/indisponible/indisponibles/injoignable/injoignables/voyage/maladie/parti/partie | (en) congé/congés/vacances/déplacement/arrêt/rtt/formation (_) (_) jusqu/du/de/à-partir/maladie
    actuellement/présentement (en) congé/congés/vacances/déplacement/formation/arrêt | absent/absente/absents du/de-mon/de-notre (bureau) du/jusqu/le/pour/de/ce | hors du bureau | pas (au/à-mon) bureau/poste | (de) retour (au-bureau/parmi-vous) le/à-partir/à-compter/dès/lundi/mardi (du) <day> | bureau/bureaux/société/entreprise/boutique/atelier … fermé/fermés/fermée/ferment
    congé (de) maternité/paternité/parental/maladie/sabbatique | jusqu au <day> (inclus) .`,
  covered: `
    urgence/urgent/urgente/urgentes/urgents/urgences/urgemment/pressant/presse/brûle/attendre/immédiate/besoin … … … … contacter/contactez/joindre/joignez/adresser/adressez/écrire/écrivez/appeler/appelez/voir/demandez/tournez/<address>/prévenez/merci-de/veuillez/voyez
    contacter/contactez/joindre/joignez/adresser/adressez/écrire/écrivez/appeler/appelez/demandez/tourner/tournez/rediriger … … … … <address> | en/pendant/durant mon/notre/cette/son absence/période | (en) attendant | entre-temps/entretemps
    EMAILS/boîte … (ne) (sera/seront/est/sont) (pas/ni) … lus/lu/transférés/transféré/relevés/relevé/consultés/consulté/traités/traité/consultée/lue | (ne) (sera/seront) (pas) lus/transférés/transmis/redirigés/consultée | accès/consulte/consulterai/lis … … limité/mails/messagerie/emails/rarement/courriels/messages/boîte
    remplace/remplacera/remplacent/remplaçant/aidera/aideront/assure/assurera/répondra/prend-le-relais/relais/suppléance/intérim`,
  later: `
    dès/à/après mon/notre/votre retour | répondrai/répondrons/reviendrai/recontacterai/traiterai/lirai/prendrai … … retour/rentrée | de retour (au-bureau) le/à-partir | délai/délais/réponse/réponses … (plus) long/longs/retardée/tarder/retard`,
  left: `
    (ne) travaille/fais/fait plus (partie) chez/pour/dans/ici/au/de | ai/a/ayant/avoir (définitivement) quitté/quittée (_) (_) | parti/partie (à/en) (la) retraite | (plus) (partie) (des/de) effectifs/l-entreprise/la-société | (plus) en-poste/salarié/employé/employée
    adresse/boîte/compte/messagerie … (n) (est/sera) (plus) (_) active/valide/utilisée/consultée/relevée/lue/fermée/désactivée/désactivé/fermé | adresse … changé/désactivée/supprimée/fermée`,
  received: `
    reçu/reçue/enregistré/enregistrée/pris-en-compte/prise-en-compte/réceptionné/réceptionnée/transmis/transmise/créé/ouvert … votre/la/un/une EMAILS/demande/ticket/requête/question/mail/dossier | votre EMAILS/demande/requête/ticket/question … … reçu/reçue/enregistré/enregistrée/parvenu/parvenue/pris-en-compte/prise-en-compte/transmis/transmise/ouvert/créé
    accusons (bonne) réception | accuser réception | bonne réception | ticket (_) (_) créé/ouvert`,
  promise: `
    répondrons/répondra/répondrai/répondre/reviendrons/reviendra/reviendrai/recontacterons/recontactera/traitera/traiterons/traitée/traité/contactera/contacterons/réponse/retour … … … … délais/bref/rapidement/brefs/meilleurs/possible/sous/dans/heures/jours/ouvrés/<day>/vite/bientôt
    sous/dans (les/un) (_) brefs/meilleurs/bref/<day> délais/délai/heures/jours | plus/dans-les brefs délais | horaires (d/de) | un/notre conseiller/équipe/collaborateur/service … répondra/contactera/reviendra/traitera`,
  ticket:
    'numéro/référence/ticket/dossier/demande/n (de/du/est/n) … <day> | conserver/rappeler/mentionner/indiquer/conservez/rappelez/mentionnez/garder/gardez … … numéro/référence/objet | (dans) l objet | (sous) (la/le) référence/numéro',
  challenge: `
    confirmer/confirmez/cliquer/cliquez/prouver/prouvez/vérifier/vérifiez … … … … humain/personne/robot/lien/expéditeur/êtes/réelle/identité | filtre/antispam/anti-spam/indésirables/spam/pourriel … … … message/courrier/attente/mail/bloqué/utilise/protège/protégée
    message/mail/courriel est/a-été/reste (_) en-attente/attente/retenu/bloqué/quarantaine | (tous) vos/futurs EMAILS … parviendront/passeront/délivrés/livrés/arriveront`,
  automatic:
    'message/réponse/courriel/email/mail/envoyé/généré/notification/accusé (_) (_) automatique/automatiquement',
  courtesy:
    'merci de/pour … EMAILS/intérêt/compréhension/patience/confiance/contacter/contacté/écrit/demande/prise | merci . | (je/nous) (vous) remercie/remercions … | bonne/bonnes/excellentes/joyeuses/belle journée/fêtes/vacances/année/semaine/été | cordialement | bien à vous | désolé/désolée/désolés/excuses/excuser (pour) … gêne/délai/désagrément | ne pas répondre (à) ce/cet/cette | ne répondez pas (à) ce/cet/cette',
  personal: `
    intéresse/intéressé/intéressée/intéressés/intéressant/devis/prix/tarif/tarifs/budget/contrat/rendez-vous/démo/commande/commander/acheter/échantillon/échantillons/facture/plaît/volontiers/d-accord/demain/oui/refus/projet/convient
    combien/pourquoi/quand-pouvez/pouvez-vous/pourriez-vous/rappelez-moi/envoyez-moi/appelez-moi/discuter/décide/attend/sinon/trouve`,
}
