// The colour that a choice starts with, in the browser and on the server. People may choose another.

/** Calm ones first; red and yellow, which call for something, last. */
const CALM = ['blue', 'grey', 'green', 'teal', 'purple', 'cyan', 'lime', 'amber', 'pink', 'orange', 'yellow', 'red'];

/** What is said of a state in the languages of the product. Only the whole text counts: "not approved" is no "approved". */
const KNOWN = {
  green:
    'approved|accepted|done|completed|complete|finished|paid|won|closed|resolved|solved|delivered|active|ok|yes|genehmigt|angenommen|freigegeben|erledigt|fertig|abgeschlossen|bezahlt|gewonnen|geschlossen|gelöst|geliefert|aktiv|ja|aprobado|aprobada|aceptado|hecho|terminado|completado|pagado|ganado|cerrado|resuelto|entregado|activo|sí|approuvé|approuvée|accepté|fait|terminé|payé|gagné|fermé|résolu|livré|actif|oui|aprovado|aprovada|aceito|feito|concluído|pago|ganho|fechado|resolvido|entregue|ativo|sim|已批准|已通过|已接受|完成|已完成|已付款|已关闭|已解决|已交付|是|موافق عليه|مقبول|تم|منجز|مكتمل|مدفوع|مغلق|محلول|نشط|نعم',
  red: 'rejected|refused|declined|denied|failed|urgent|critical|blocked|overdue|lost|error|abgelehnt|verweigert|fehlgeschlagen|dringend|eilig|kritisch|blockiert|gesperrt|überfällig|verloren|fehler|rechazado|rechazada|denegado|fallido|urgente|crítico|bloqueado|vencido|perdido|refusé|refusée|rejeté|échoué|critique|bloqué|en retard|perdu|rejeitado|rejeitada|recusado|falhou|atrasado|已拒绝|拒绝|失败|紧急|严重|受阻|逾期|مرفوض|فشل|عاجل|حرج|محظور|متأخر',
  amber:
    'waiting|pending|on hold|paused|high|in review|wartend|wartet|ausstehend|pausiert|hoch|in prüfung|en espera|pendiente|pausado|alto|alta|en revisión|en attente|en pause|élevé|haute|en révision|em espera|pendente|em revisão|等待|待处理|暂停|高|审核中|قيد الانتظار|معلق|متوقف|مرتفع|قيد المراجعة',
  blue: 'open|new|in progress|doing|started|medium|normal|offen|neu|in arbeit|in bearbeitung|begonnen|mittel|abierto|nuevo|nueva|en curso|en progreso|medio|ouvert|nouveau|nouvelle|en cours|moyen|aberto|novo|nova|em andamento|médio|未完成|新|新建|进行中|中|普通|مفتوح|جديد|قيد التنفيذ|متوسط|عادي',
  grey: 'draft|archived|cancelled|canceled|inactive|low|none|no|todo|to do|backlog|entwurf|archiviert|abgebrochen|storniert|inaktiv|niedrig|gering|nein|zu erledigen|borrador|archivado|cancelado|cancelada|inactivo|bajo|baja|brouillon|archivé|annulé|inactif|faible|basse|non|à faire|rascunho|arquivado|inativo|baixo|baixa|não|a fazer|草稿|已归档|已取消|低|否|待办|مسودة|مؤرشف|ملغى|غير نشط|منخفض|لا',
};
const BY_WORD = new Map(
  Object.entries(KNOWN).flatMap(([colour, words]) => words.split('|').map((word) => [word, colour])),
);

/**
 * @param {string} text of the choice @param {readonly (string | undefined)[]} used by the others
 * @returns {string} a name of the palette
 */
export function choiceColour(text, used) {
  const known = BY_WORD.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[\s_-]+/g, ' '),
  );
  return known ?? CALM.find((colour) => !used.includes(colour)) ?? CALM[used.length % CALM.length];
}

/**
 * Of several new choices.
 *
 * @param {readonly string[]} texts @param {readonly (string | undefined)[]} [before] of the choices that are there
 */
export function choiceColours(texts, before = []) {
  const used = [...before];
  return texts.map((text) => {
    const colour = choiceColour(text, used);
    used.push(colour);
    return colour;
  });
}
