/**
 * What people of other languages call what skills are about: word or phrase, and its English words. Most listings are in English,
 * and words alone lead from one language to another only by a list.
 */
const GLOSSARY = `
  c++=cpp or cplusplus, c#=csharp or dotnet, datenschutz=privacy or gdpr or "data protection", datenbank=database,
  datenbanken=database, daten=data, fehlersuche=debug, fehler=error or bug, fehlerbehebung=troubleshoot or debug,
  prüfung=review or check, überprüfung=review, testen=test, sicherheit=security, verschlüsselung=encryption,
  übersetzung=translation, übersetzen=translate, rechnung=invoice, rechnungen=invoice, buchhaltung=accounting,
  steuer=tax, steuern=tax, vertrag=contract, verträge=contract, recht=legal, bewerbung=resume or "cover letter",
  lebenslauf=resume, zusammenfassung=summary, zusammenfassen=summarize, planung=planning,
  projektplanung="project planning", aufgaben=tasks, besprechung=meeting, protokoll=minutes, bericht=report,
  tabelle=spreadsheet, tabellen=spreadsheet, präsentation=presentation, folien=slides, bild=image, bilder=image,
  sprache=language or speech, suche=search, suchen=search, leistung=performance, entwicklung=development,
  barrierefreiheit=accessibility, schreiben=writing, dokumentation=documentation, unterricht=teaching or lesson,
  lernen=learning, reise=travel, wetter=weather, gesundheit=health, kundenservice="customer support", vertrieb=sales,
  werbung=advertising, überwachung=monitoring, bereitstellung=deploy, automatisierung=automation,
  codeprüfung="code review", entwurf=design, anforderungen=requirements,

  données=data, base de données=database, débogage=debug, erreur=error, erreurs=error, revue=review, révision=review,
  essai=test, tests unitaires="unit test", sécurité=security, confidentialité=privacy, chiffrement=encryption,
  traduction=translation, traduire=translate, facture=invoice, factures=invoice, comptabilité=accounting, impôts=tax,
  contrat=contract, juridique=legal, résumé=summary, résumer=summarize, planification=planning, tâches=tasks,
  réunion=meeting, rapport=report, tableur=spreadsheet, présentation=presentation, diapositives=slides,
  recherche=search or research, développement=development, accessibilité=accessibility, rédaction=writing,
  enseignement=teaching, apprentissage=learning, voyage=travel, météo=weather, santé=health, ventes=sales,
  publicité=advertising, surveillance=monitoring, déploiement=deploy, automatisation=automation, conception=design,
  exigences=requirements, dette technique="technical debt", courriel=email, calendrier=calendar,
  apprentissage automatique="machine learning",

  datos=data, base de datos=database, depuración=debug, errores=error, revisión=review, prueba=test, pruebas=test,
  seguridad=security, privacidad=privacy, cifrado=encryption, traducción=translation, traducir=translate,
  factura=invoice, facturas=invoice, contabilidad=accounting, impuestos=tax, contrato=contract, resumen=summary,
  resumir=summarize, planificación=planning, tareas=tasks, reunión=meeting, informe=report,
  hoja de cálculo=spreadsheet, presentación=presentation, diapositivas=slides, imagen=image, imágenes=image,
  búsqueda=search, rendimiento=performance, desarrollo=development, nativo=native, código=code,
  accesibilidad=accessibility, escritura=writing, documentación=documentation, enseñanza=teaching,
  aprendizaje=learning, viaje=travel, salud=health, ventas=sales, publicidad=advertising, monitorización=monitoring,
  despliegue=deploy, automatización=automation, diseño=design, requisitos=requirements, correo=email, móvil=mobile,

  dados=data, banco de dados=database, depuração=debug, erros=error, revisão=review, teste=test, testes=test,
  segurança=security, privacidade=privacy, criptografia=encryption, tradução=translation, traduzir=translate,
  fatura=invoice, contabilidade=accounting, imposto=tax, impostos=tax, resumo=summary, planejamento=planning,
  tarefas=tasks, reunião=meeting, relatório=report, planilha=spreadsheet, apresentação=presentation, imagem=image,
  imagens=image, desempenho=performance, desenvolvimento=development, acessibilidade=accessibility, escrita=writing,
  documentação=documentation, ensino=teaching, viagem=travel, saúde=health, vendas=sales, monitoramento=monitoring,
  implantação=deploy, automação=automation,

  dati=data, errori=error, revisione=review, sicurezza=security, traduzione=translation, tradurre=translate,
  fattura=invoice, fatture=invoice, contabilità=accounting, tasse=tax, contratto=contract, riassunto=summary,
  pianificazione=planning, attività=tasks, riunione=meeting, presentazione=presentation, immagine=image,
  ricerca=search or research, prestazioni=performance, sviluppo=development, accessibilità=accessibility,
  scrittura=writing, documentazione=documentation, apprendimento=learning, viaggio=travel, salute=health,
  vendite=sales, monitoraggio=monitoring, automazione=automation, progettazione=design,

  данные=data, база данных=database, базы данных=database, отладка=debug, ошибка=error, ошибки=error, тест=test,
  тесты=test, тестирование=testing, проверка=review or check, ревью=review, код=code, кода=code,
  безопасность=security, конфиденциальность=privacy, шифрование=encryption, перевод=translation,
  переводчик=translator, счёт=invoice, счета=invoice, бухгалтерия=accounting, налоги=tax, договор=contract,
  резюме=resume or summary, планирование=planning, задачи=tasks, встреча=meeting, отчёт=report, таблица=spreadsheet,
  таблицы=spreadsheet, презентация=presentation, изображение=image, изображения=image, поиск=search,
  производительность=performance, разработка=development, доступность=accessibility, документация=documentation,
  обучение=learning, погода=weather, здоровье=health, продажи=sales, реклама=advertising, мониторинг=monitoring,
  развёртывание=deploy, автоматизация=automation, дизайн=design, почта=email, календарь=calendar,

  dữ liệu=data, cơ sở dữ liệu=database, gỡ lỗi=debug, kiểm thử=test, kiểm tra=test or check, đánh giá=review,
  bảo mật=security, quyền riêng tư=privacy, dịch thuật=translation, dịch=translate, hóa đơn=invoice,
  kế toán=accounting, thuế=tax, hợp đồng=contract, tóm tắt=summary or summarize, lập kế hoạch=planning or plan,
  kế hoạch=plan, cuộc họp=meeting, báo cáo=report, bảng tính=spreadsheet, thuyết trình=presentation, hình ảnh=image,
  tìm kiếm=search, hiệu năng=performance, phát triển=development, tài liệu=documentation, thời tiết=weather,
  sức khỏe=health, bán hàng=sales, giám sát=monitoring, triển khai=deploy, tự động hóa=automation, thiết kế=design,

  数据=data, 数据库=database, 调试=debug, 错误=error, 测试=test, 单元测试="unit test", 审查=review, 评审=review, 审核=review or audit,
  代码=code, 安全=security, 隐私=privacy, 加密=encryption, 翻译=translation or translate, 发票=invoice, 会计=accounting, 税务=tax,
  合同=contract, 简历=resume, 摘要=summary, 总结=summary or summarize, 计划=plan, 规划=planning, 任务=tasks, 会议=meeting, 报告=report,
  表格=spreadsheet, 幻灯片=slides, 演示=presentation, 图片=image, 图像=image, 搜索=search, 性能=performance, 优化=optimize,
  开发=development, 移动=mobile, 移动端=mobile, 前端=frontend, 后端=backend, 文档=documentation, 生成=generate, 学习=learning,
  教学=teaching, 旅行=travel, 天气=weather, 健康=health, 销售=sales, 营销=marketing, 监控=monitoring, 部署=deploy, 自动化=automation,
  设计=design, 架构=architecture, 需求=requirements, 邮件=email, 日历=calendar, 小红书=xiaohongshu or xhs or rednote, 微信=wechat,
  视频=video, 写作=writing, 爬虫=crawler or scraper, 重构=refactor, 浏览器=browser,

  データ=data, データベース=database, デバッグ=debug, エラー=error, テスト=test, レビュー=review, コード=code, セキュリティ=security, プライバシー=privacy,
  暗号化=encryption, 翻訳=translation or translate, 請求書=invoice, 会計=accounting, 税金=tax, 契約=contract, 履歴書=resume,
  要約=summary or summarize, 計画=plan, タスク=tasks, 議事録=minutes, 報告=report, スプレッドシート=spreadsheet, プレゼン=presentation,
  スライド=slides, 画像=image, 検索=search, パフォーマンス=performance, 開発=development, ブラウザ=browser, ヘッドレス=headless,
  ドキュメント=documentation, 学習=learning, 天気=weather, 営業=sales, 監視=monitoring, デプロイ=deploy, 自動化=automation,
  設計=design or architecture, メール=email, 標準ライブラリ="standard library", 動画=video,

  데이터=data, 데이터베이스=database, 디버깅=debug, 오류=error, 테스트=test, 리뷰=review, 코드=code, 보안=security, 개인정보=privacy,
  암호화=encryption, 번역=translation or translate, 송장=invoice, 회계=accounting, 세금=tax, 계약=contract, 이력서=resume,
  요약=summary or summarize, 계획=plan, 작업=tasks, 회의=meeting, 보고서=report, 스프레드시트=spreadsheet, 발표=presentation, 이미지=image,
  검색=search, 성능=performance, 개발=development, 문서=documentation, 학습=learning, 여행=travel, 날씨=weather, 건강=health,
  판매=sales, 마케팅=marketing, 모니터링=monitoring, 배포=deploy, 자동화=automation, 설계=design or architecture, 디자인=design,
  이메일=email, 동영상=video, 접근성=accessibility`;

/** Every word of the glossary in the form of a synonym. */
export const GLOSSARY_ENTRIES = GLOSSARY.split(",").map((entry) => {
  const [term = "", meanings = ""] = entry.trim().split("=");
  return { term, meanings };
});
